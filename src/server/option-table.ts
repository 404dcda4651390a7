/**
 * Every option of a server, once: its rule, its default and its help. Flags and environment variables
 * are named after it, and the engines' drivers say which options they refuse.
 */
import { shardDurationMsMax } from '../changes/limits.js'
import { isChosenKeyId, isChosenSecret, keyIdRule, keySecretRule } from '../iam/key-rules.js'
import {
  accountUnitsPerSecondMax,
  capacityUnitsMax,
  tableUnitsPerSecondMax,
  timeToLiveChangeIntervalMs,
} from '../model/limits.js'
import { drivers, findDriver, shownAddress } from '../storage/drivers.js'
import { poolConnectionsMax } from '../storage/limits.js'
import { commitGroupMutationsMax } from '../storage/lmdb/limits.js'
import { expirySweepIntervalMs } from '../ttl/limits.js'
import { connectionsMax, connectionsPerAddressMax } from '../wire/limits.js'
import { metricsTokenCharactersMin } from './limits.js'
import type {
  AuthMode,
  GrammeOptions,
  LogThreshold,
  MetricsMode,
  OptionName,
  ThrottleMode,
} from './gramme-options.js'
import {
  httpAddress,
  isHttpAddress,
  isHostPattern,
  isOrigin,
  keyArn,
  listOf,
  nameRule,
  oneOf,
  onOrOff,
  visibleText,
  wholeNumber,
  type OptionRule,
} from './option-rules.js'

export interface OptionEntry<T> {
  readonly rule: OptionRule<T>
  readonly default?: T
  /** The help shows this instead of the default. */
  readonly shownDefault?: string
  /** What the help calls its value; a switch has none. */
  readonly placeholder?: string
  readonly help: string
}

export type OptionTable = {
  readonly [N in OptionName]-?: OptionEntry<Required<GrammeOptions>[N]>
}

const dayMs = 86_400_000
const forms = drivers.map(({ form }) => form)

export const optionTable: OptionTable = {
  port: {
    rule: wholeNumber(0, 65_535),
    default: 8000,
    placeholder: 'number',
    help: 'port to listen on; 0 picks a free one',
  },
  host: {
    rule: nameRule('an address'),
    default: '127.0.0.1',
    placeholder: 'address',
    help: 'address to listen on',
  },
  auth: {
    rule: oneOf<AuthMode>('open', 'iam'),
    shownDefault: 'open on a loopback address, iam on others',
    placeholder: 'mode',
    help: 'open: everybody may do everything; iam: keys and policies decide',
  },
  openToNetwork: {
    rule: onOrOff,
    default: false,
    help: 'allow --auth open where anyone who reaches the port can then change everything',
  },
  rootAccessKeyId: {
    rule: { kind: 'text', text: keyIdRule, holds: isChosenKeyId },
    shownDefault: 'made by the first start',
    placeholder: 'id',
    help: 'access key of the root of account 000000000000',
  },
  rootSecretAccessKey: {
    rule: { kind: 'text', text: keySecretRule, holds: isChosenSecret },
    placeholder: 'secret',
    help: 'its secret; other users of this machine cannot see it in the variable',
  },
  tlsCert: {
    rule: nameRule('a file'),
    placeholder: 'file',
    help: 'certificate with its chain, in PEM form: serves HTTPS instead of HTTP',
  },
  tlsKey: {
    rule: nameRule('a file'),
    placeholder: 'file',
    help: 'key of the certificate',
  },
  tlsClientCa: {
    rule: nameRule('a file'),
    placeholder: 'file',
    help: 'authorities whose certificates clients must have',
  },
  iamFile: {
    rule: nameRule('a file'),
    placeholder: 'file',
    help: 'JSON file of users, roles, policies and keys that accounts are to contain',
  },
  connectionsMax: {
    rule: wholeNumber(1, 1_000_000),
    default: connectionsMax,
    placeholder: 'number',
    help: 'connections that may be open',
  },
  connectionsPerAddressMax: {
    rule: wholeNumber(1, 1_000_000),
    default: connectionsPerAddressMax,
    placeholder: 'number',
    help: 'connections that may be open from one address',
  },
  requestsPerSecondPerAddress: {
    rule: wholeNumber(0, 1_000_000),
    default: 0,
    shownDefault: 'any number',
    placeholder: 'number',
    help: 'requests that an address may send in a second; further ones are throttled',
  },
  requestsPerSecondPerKey: {
    rule: wholeNumber(0, 1_000_000),
    default: 0,
    shownDefault: 'any number',
    placeholder: 'number',
    help: 'requests that an access key may send in a second',
  },
  auditFile: {
    rule: nameRule('a file'),
    placeholder: 'file',
    help: 'file that records who called what, as lines of JSON',
  },
  auditData: {
    rule: onOrOff,
    default: false,
    help: 'record calls for items as well; never their values',
  },
  auditFileMb: {
    rule: wholeNumber(1, 100_000),
    default: 100,
    placeholder: 'number',
    help: 'megabytes after which the audit file is begun anew',
  },
  auditFiles: {
    rule: wholeNumber(1, 10_000),
    default: 10,
    placeholder: 'number',
    help: 'full audit files that are kept',
  },
  allowedHost: {
    rule: listOf('names of hosts, such as db.example.com, *.example.com or *', isHostPattern),
    default: [],
    shownDefault: 'localhost and IP addresses',
    placeholder: 'names',
    help: 'names by which the server may be called; may be repeated',
  },
  corsOrigin: {
    rule: listOf('origins, such as https://app.example.com, null or *', isOrigin),
    default: [],
    shownDefault: 'those of this machine',
    placeholder: 'origins',
    help: 'origins of web pages that may call the server; may be repeated',
  },
  engine: {
    rule: {
      kind: 'text',
      text: `must be ${forms.slice(0, -1).join(', ')} or the address of a database, ${forms.at(-1)}`,
      holds: (value) => typeof value === 'string' && findDriver(value) !== undefined,
    },
    default: 'lmdb',
    placeholder: 'name',
    help: 'lmdb, memory or postgres://user:password@host:5432/database',
  },
  dataDir: {
    rule: nameRule('a folder'),
    default: 'gramme-data',
    shownDefault: './gramme-data',
    placeholder: 'folder',
    help: 'folder that holds the data',
  },
  inMemory: {
    rule: onOrOff,
    default: false,
    help: 'keep everything in memory, nothing on disk',
  },
  readPool: {
    rule: wholeNumber(1, poolConnectionsMax),
    placeholder: 'number',
    help: 'connections to PostgreSQL for reads',
  },
  writePool: {
    rule: wholeNumber(1, poolConnectionsMax),
    placeholder: 'number',
    help: 'connections to PostgreSQL for writes, one for each write at a time',
  },
  durability: {
    rule: oneOf('durable', 'relaxed'),
    default: 'durable',
    placeholder: 'mode',
    help: 'durable: a write is on disk before it is acknowledged; relaxed: soon after',
  },
  groupMutationsMax: {
    rule: wholeNumber(1, 100_000),
    default: commitGroupMutationsMax,
    placeholder: 'number',
    help: 'changes that may share one commit and its flush',
  },
  memoryInFlightMb: {
    // Below this, a single large request would already be more.
    rule: wholeNumber(64, 1_000_000),
    shownDefault: 'half of the heap',
    placeholder: 'number',
    help: 'megabytes that requests under way may take together; others wait',
  },
  logLevel: {
    rule: oneOf<LogThreshold>('silent', 'error', 'warn', 'info', 'debug'),
    default: 'warn',
    placeholder: 'level',
    help: 'silent, error, warn, info or debug',
  },
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
}

export const optionNames = Object.keys(optionTable) as readonly OptionName[]

export function isOptionName(name: string): name is OptionName {
  return Object.hasOwn(optionTable, name)
}

/** What an option's value must be, if it is not: "must be …". */
export function brokenRule(name: OptionName, value: unknown): string | undefined {
  const { holds, text } = optionTable[name].rule
  return holds(value) ? undefined : text
}

const secretOptions: readonly OptionName[] = ['rootSecretAccessKey', 'masterKey', 'metricsToken']

/** A value as it may be repeated to the person who gave it. */
export function shownValue(name: OptionName, value: unknown): string {
  if (secretOptions.includes(name)) return '…'
  return name === 'engine' ? shownAddress(String(value)) : String(value)
}
