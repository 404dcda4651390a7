/** Options about who may call a server, and how: addresses, authentication, TLS, limits, the audit. */
import { isChosenKeyId, isChosenSecret, keyIdRule, keySecretRule } from '../../iam/key-rules.js'
import { connectionsMax, connectionsPerAddressMax } from '../../wire/limits.js'
import type { AuthMode } from '../gramme-options.js'
import {
  hostAndPort,
  isHostPattern,
  isOrigin,
  listOf,
  nameRule,
  oneOf,
  onOrOff,
  wholeNumber,
} from './option-rules.js'
import type { OptionTable } from './option-entry.js'

export const doorOptions = {
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
  dax: {
    rule: onOrOff,
    default: false,
    help: "serve AWS's clients of DynamoDB Accelerator (DAX)",
  },
  daxPort: {
    rule: wholeNumber(0, 65_535),
    shownDefault: '8111, or 9111 with a certificate',
    placeholder: 'number',
    help: 'port for clients of DAX',
  },
  daxAnnounce: {
    rule: hostAndPort,
    shownDefault: 'what a client has reached',
    placeholder: 'host:port',
    help: 'address and port that clients of DAX are told to connect to',
  },
  daxMemoryMb: {
    rule: wholeNumber(1, 1024 * 1024),
    shownDefault: 'a quarter of the heap',
    placeholder: 'number',
    help: 'megabytes of items and pages that DAX keeps in memory',
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
  noSendingThread: {
    rule: onOrOff,
    default: false,
    help: 'send all answers from the main thread, even while it is busy',
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
} satisfies Partial<OptionTable>
