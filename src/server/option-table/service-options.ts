/** Options about what the services do: capacity, metrics, streams, backups, encryption. */
import { shardDurationMsMax } from '../../changes/limits.js'
import {
  accountUnitsPerSecondMax,
  capacityUnitsMax,
  tableUnitsPerSecondMax,
  timeToLiveChangeIntervalMs,
} from '../../model/limits.js'
import { replicationDelayMsMax } from '../../replication/limits.js'
import { searchDelayMsMax } from '../../search/limits.js'
import { expirySweepIntervalMs } from '../../ttl/limits.js'
import { metricsTokenCharactersMin } from '../limits.js'
import type { MetricsMode, ThrottleMode } from '../gramme-options.js'
import {
  httpAddress,
  isHttpAddress,
  keyArn,
  listOf,
  nameRule,
  oneOf,
  onOrOff,
  visibleText,
  wholeNumber,
} from './option-rules.js'
import type { OptionTable } from './option-entry.js'

const dayMs = 86_400_000

export const serviceOptions = {
  sharedRegions: {
    rule: onOrOff,
    default: false,
    help: 'all regions and accounts share one set of tables',
  },
  throttle: {
    rule: oneOf<ThrottleMode>('on', 'off'),
    default: 'off',
    placeholder: 'mode',
    help: 'on: requests beyond the throughput of a table are refused; off: they are counted',
  },
  metrics: {
    rule: oneOf<MetricsMode>('on', 'off'),
    default: 'on',
    placeholder: 'mode',
    help: 'on: what the server does is measured, and kept for 15 days; off: nothing is',
  },
  metricsToken: {
    rule: visibleText(metricsTokenCharactersMin),
    shownDefault: 'none; in IAM mode only programs of this machine may read then',
    placeholder: 'token',
    help: 'bearer token that GET /metrics needs',
  },
  noConsole: {
    rule: onOrOff,
    default: false,
    help: 'serve no web console at /console',
  },
  otlpEndpoint: {
    rule: httpAddress,
    placeholder: 'address',
    help: 'OpenTelemetry collector that gets traces and metrics, by OTLP over HTTP',
  },
  tableTransitionMs: {
    // Longer than anybody waits for a table.
    rule: wholeNumber(0, dayMs),
    default: 0,
    placeholder: 'number',
    help: 'how long tables stay CREATING, UPDATING and DELETING',
  },
  kinesisEndpoint: {
    rule: httpAddress,
    placeholder: 'address',
    help: 'Kinesis endpoint that changes of tables can be delivered to',
  },
  alarmWebhook: {
    rule: listOf('addresses, such as https://hooks.example.com/alarms', isHttpAddress),
    default: [],
    shownDefault: 'none',
    placeholder: 'addresses',
    help: 'addresses that alarms may call, with everything below them; may be repeated',
  },
  bucketsDir: {
    rule: nameRule('a folder'),
    shownDefault: 'buckets in the data folder',
    placeholder: 'folder',
    help: 'folder of the buckets that exports are written to and imports read from',
  },
  s3Endpoint: {
    rule: httpAddress,
    placeholder: 'address',
    help: 'S3 endpoint whose buckets are used instead',
  },
  shardDurationMs: {
    // AWS's shards live some hours; shorter lives are for trying out consumers.
    rule: wholeNumber(100, dayMs),
    default: shardDurationMsMax,
    placeholder: 'number',
    help: 'how long a shard of a stream stays open',
  },
  ttlSweepIntervalMs: {
    rule: wholeNumber(10, dayMs),
    default: expirySweepIntervalMs,
    placeholder: 'number',
    help: 'how often to look for expired items',
  },
  replicationDelayMs: {
    rule: wholeNumber(0, replicationDelayMsMax),
    default: 0,
    placeholder: 'number',
    help: 'how long changes of a global table wait on their way to other regions',
  },
  vectorDelayMs: {
    rule: wholeNumber(0, searchDelayMsMax),
    default: 0,
    placeholder: 'number',
    help: 'how long searches of vector indexes do not show what was written',
  },
  tableCapacityMax: {
    rule: wholeNumber(1, capacityUnitsMax),
    default: tableUnitsPerSecondMax,
    placeholder: 'number',
    help: 'read or write units that a table or index may have',
  },
  accountCapacityMax: {
    rule: wholeNumber(1, capacityUnitsMax),
    default: accountUnitsPerSecondMax,
    placeholder: 'number',
    help: 'read or write units that an account may provision in a region',
  },
  ttlChangeIntervalMs: {
    rule: wholeNumber(0, dayMs),
    default: timeToLiveChangeIntervalMs,
    placeholder: 'number',
    help: 'how long a table must wait between two changes of time to live',
  },
  policyChangeIntervalMs: {
    // AWS: 15 seconds.
    rule: wholeNumber(0, dayMs),
    default: 0,
    placeholder: 'number',
    help: 'how long a table must wait between two changes of its policy',
  },
  protectionChangeIntervalMs: {
    // AWS: 15 seconds.
    rule: wholeNumber(0, dayMs),
    default: 0,
    placeholder: 'number',
    help: 'how long a table must wait between two changes of its deletion protection',
  },
  recoveryDelayMs: {
    // AWS: five minutes.
    rule: wholeNumber(0, dayMs),
    default: 0,
    placeholder: 'number',
    help: 'how long after a write its moment can be restored',
  },
  triggers: {
    rule: nameRule('a file'),
    shownDefault: 'triggers.json in the data folder',
    placeholder: 'file',
    help: 'file that names the triggers',
  },
  oidcKeys: {
    rule: nameRule('a file'),
    placeholder: 'file',
    help: 'file of the keys of identity providers, for AssumeRoleWithWebIdentity',
  },
  backupsTo: {
    rule: nameRule('a folder or s3://bucket/prefix'),
    shownDefault: 'backups in the data folder',
    placeholder: 'place',
    help: 'where backups are kept: a folder or s3://bucket/prefix',
  },
  masterKeyFile: {
    rule: nameRule('a file'),
    shownDefault: 'none: nothing is encrypted',
    placeholder: 'file',
    help: 'file of the master keys that what is stored is encrypted with',
  },
  masterKey: {
    rule: nameRule('a master key'),
    placeholder: 'key',
    help: 'a master key instead of a file; other users of this machine cannot see it in the variable',
  },
  kmsEndpoint: {
    rule: httpAddress,
    placeholder: 'address',
    help: 'KMS endpoint whose keys tables can choose',
  },
  kmsKeyArn: {
    rule: keyArn,
    placeholder: 'arn',
    help: 'key of that service to be used instead of a master key',
  },
} satisfies Partial<OptionTable>
