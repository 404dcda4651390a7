import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startCommand } from './commands/start.js'
import { readFlags, type Environment } from './flags.js'
import { readServerOptions } from './server-options.js'
import { UsageError } from './usage-error.js'

function outcomeOf(line: string, environment: Environment): unknown {
  try {
    const [, ...args] = line.split(' ')
    return readServerOptions(readFlags(startCommand, args), environment)
  } catch (error) {
    assert(error instanceof UsageError)
    return error.message
  }
}

function check(line: string, expected: unknown, environment: Environment = {}): void {
  it(`gramme ${line} ${JSON.stringify(environment)}`, () => {
    assert.deepEqual(outcomeOf(line, environment), expected)
  })
}

describe('the Kinesis endpoint', () => {
  const endpoint = 'http://localhost:4566'
  const rule = 'must be an address, http://… or https://…, not'
  check(`start --kinesis-endpoint ${endpoint}`, { kinesisEndpoint: endpoint })
  check('start', { kinesisEndpoint: endpoint }, { GRAMME_KINESIS_ENDPOINT: endpoint })
  check('start --kinesis-endpoint localhost:4566', `--kinesis-endpoint ${rule} 'localhost:4566'.`)
  check('start --kinesis-endpoint http://', `--kinesis-endpoint ${rule} 'http://'.`)
  check(`start --s3-endpoint ${endpoint}`, { s3Endpoint: endpoint })
  check('start --s3-endpoint s3://bucket', `--s3-endpoint ${rule} 's3://bucket'.`)
  check(
    `start --buckets-dir x --s3-endpoint ${endpoint}`,
    '--buckets-dir and --s3-endpoint name different places for buckets.',
  )
})

describe('who may call', () => {
  const exposed = 'would let anyone who can reach the port read and change everything'
  check('start --auth open', { auth: 'open' })
  check('start --auth iam --host 0.0.0.0', { auth: 'iam', host: '0.0.0.0' })
  check('start --host 0.0.0.0', { host: '0.0.0.0' })
  check('start --auth closed', "--auth must be open or iam, not 'closed'.")
  check(
    'start --auth open --host 0.0.0.0',
    `--auth open on 0.0.0.0 ${exposed}: use iam, or add --open-to-network if that is meant.`,
  )
  check(
    'start --host 10.0.0.1',
    `GRAMME_AUTH open on 10.0.0.1 ${exposed}: use iam, or add --open-to-network if that is meant.`,
    { GRAMME_AUTH: 'open' },
  )
  check('start --auth open --host :: --open-to-network', {
    auth: 'open',
    host: '::',
    openToNetwork: true,
  })
  const noEffect = '--open-to-network has an effect only with --auth open.'
  check('start --open-to-network', noEffect)
  check('start --open-to-network --auth iam', noEffect)
})

describe('the key of the root', () => {
  const id = { GRAMME_ROOT_ACCESS_KEY_ID: 'admin' }
  const secret = { GRAMME_ROOT_SECRET_ACCESS_KEY: 'a'.repeat(16) }
  check(
    'start --auth iam',
    { auth: 'iam', rootAccessKeyId: 'admin', rootSecretAccessKey: 'a'.repeat(16) },
    { ...id, ...secret },
  )
  check(
    'start --auth iam',
    'GRAMME_ROOT_ACCESS_KEY_ID and --root-secret-access-key are set together or not at all.',
    id,
  )
  check(
    'start --auth iam',
    '--root-access-key-id and GRAMME_ROOT_SECRET_ACCESS_KEY are set together or not at all.',
    secret,
  )
  check('start', 'GRAMME_ROOT_ACCESS_KEY_ID has an effect only with --auth iam.', {
    ...id,
    ...secret,
  })
  check('start --iam-file x', '--iam-file has an effect only with --auth iam.')
  check('start --host :: --iam-file x', { host: '::', iamFile: 'x' })
  const idRule = 'must be 3 to 128 letters, digits or underscores and not begin with ASIA'
  for (const wrong of ['ab', 'a b', 'ASIAXXXXXXXXXXXXXXXX', 'a'.repeat(129)]) {
    check('start --auth iam', `GRAMME_ROOT_ACCESS_KEY_ID ${idRule}, not '${wrong}'.`, {
      ...secret,
      GRAMME_ROOT_ACCESS_KEY_ID: wrong,
    })
  }
  for (const wrong of ['a'.repeat(15), 'a'.repeat(129), 'a secret with blanks']) {
    check(
      'start --auth iam',
      "GRAMME_ROOT_SECRET_ACCESS_KEY must be 16 to 128 visible ASCII characters, not '…'.",
      { ...id, GRAMME_ROOT_SECRET_ACCESS_KEY: wrong },
    )
  }
})

describe('lists', () => {
  const app = 'https://app.example.com'
  check(`start --cors-origin ${app},null --cors-origin *`, { corsOrigin: [app, 'null', '*'] })
  check('start', { corsOrigin: [app, 'file://'] }, { GRAMME_CORS_ORIGIN: `${app}, file://` })
  check('start --allowed-host a.b --allowed-host *.c', { allowedHost: ['a.b', '*.c'] })
  check('start --allowed-host a', { allowedHost: ['a'] }, { GRAMME_ALLOWED_HOST: 'b' })
  const hosts = '--allowed-host must be names of hosts, such as db.example.com, *.example.com or *'
  for (const wrong of ['a:8000', 'http://a', 'a.*', '', 'a,', '*a.b']) {
    check(`start --allowed-host=${wrong}`, `${hosts}, not '${wrong}'.`)
  }
  const origins = '--cors-origin must be origins, such as https://app.example.com, null or *'
  for (const wrong of ['app.example.com', `${app}/`, 'https://', 'https://*.b', 'a', `${app},,`]) {
    check(`start --cors-origin ${wrong}`, `${origins}, not '${wrong}'.`)
  }
})

describe('the command line', () => {
  check('start', {})
  check(
    'start --port 0 --host ::1 --data-dir=d --durability relaxed --log-level=debug --table-transition-ms 5',
    {
      port: 0,
      host: '::1',
      dataDir: 'd',
      durability: 'relaxed',
      logLevel: 'debug',
      tableTransitionMs: 5,
    },
  )
  check('start --ttl-sweep-interval-ms 10', { ttlSweepIntervalMs: 10 })
  check('start --ttl-change-interval-ms 0', { ttlChangeIntervalMs: 0 })
  check('start --in-memory', { inMemory: true })
  check('start --engine lmdb --data-dir d', { engine: 'lmdb', dataDir: 'd' })
  check('start --engine memory --in-memory', { engine: 'memory', inMemory: true })
  check('start --engine postgres://h/d --read-pool 2 --write-pool 8', {
    engine: 'postgres://h/d',
    readPool: 2,
    writePool: 8,
  })
})

const postgres = 'postgresql://user:secret@db1,db2/shop'

describe('the environment', () => {
  check('start', { port: 1, inMemory: true }, { GRAMME_PORT: '1', GRAMME_IN_MEMORY: 'Yes' })
  check('start --port 2', { port: 2 }, { GRAMME_PORT: '1' })
  check('start --port 2', { port: 2 }, { GRAMME_PORT: 'nonsense' })
  check('start', { inMemory: false }, { GRAMME_IN_MEMORY: '0', GRAMME_HOST: '' })
  check('start --in-memory', { inMemory: true, dataDir: 'd' }, { GRAMME_DATA_DIR: 'd' })
  check('start', { engine: postgres }, { GRAMME_ENGINE: postgres })
  check('start --in-memory', { inMemory: true }, { GRAMME_ENGINE: postgres, GRAMME_READ_POOL: '2' })
  check('start --engine lmdb', { engine: 'lmdb' }, { GRAMME_IN_MEMORY: '1' })
  check(`start --engine ${postgres}`, { engine: postgres }, { GRAMME_DATA_DIR: 'd' })
  check('start', "GRAMME_PORT must be a whole number from 0 to 65535, not '-1'.", {
    GRAMME_PORT: '-1',
  })
  check('start', "GRAMME_IN_MEMORY must be true or false, not 'maybe'.", {
    GRAMME_IN_MEMORY: 'maybe',
  })
})

describe('mistakes', () => {
  check('start now', "gramme start takes no 'now'.")
  check('start --dog', 'gramme start has no option --dog; see gramme help start.')
  check('start --constructor', 'gramme start has no option --constructor; see gramme help start.')
  check('start -x', 'gramme start has no option -x; see gramme help start.')
  check('start --port', '--port needs a value.')
  check('start --port --in-memory', '--port needs a value.')
  check('start --in-memory=no', '--in-memory takes no value.')
  for (const port of ['abc', '65536', '1e3', '1.5', '0x10']) {
    check(`start --port ${port}`, `--port must be a whole number from 0 to 65535, not '${port}'.`)
  }
  check(
    'start --ttl-sweep-interval-ms 9',
    "--ttl-sweep-interval-ms must be a whole number from 10 to 86400000, not '9'.",
  )
  check('start --host=', "--host must name an address, not ''.")
  check('start --durability maybe', "--durability must be durable or relaxed, not 'maybe'.")
  check(
    'start --log-level loud',
    "--log-level must be silent, error, warn, info or debug, not 'loud'.",
  )
  check(
    'start --in-memory --data-dir d',
    '--in-memory keeps nothing on disk, so it cannot be used with --data-dir.',
  )
  check(
    'start --engine memory --data-dir d',
    '--engine keeps nothing on disk, so it cannot be used with --data-dir.',
  )
  check(
    `start --engine ${postgres} --in-memory`,
    '--in-memory and --engine name different engines.',
  )
  check('start', 'GRAMME_IN_MEMORY and GRAMME_ENGINE name different engines.', {
    GRAMME_ENGINE: 'memory',
    GRAMME_IN_MEMORY: 'no',
  })
  check(
    `start --engine ${postgres} --data-dir d`,
    '--data-dir cannot be used with PostgreSQL: the data is in the database.',
  )
  check(
    'start --data-dir d',
    '--data-dir cannot be used with PostgreSQL: the data is in the database.',
    { GRAMME_ENGINE: postgres },
  )
  check(
    `start --engine ${postgres} --group-mutations-max 4`,
    '--group-mutations-max cannot be used with PostgreSQL: PostgreSQL groups commits itself.',
  )
  check(
    `start --engine ${postgres}`,
    'GRAMME_DURABILITY relaxed cannot be used with PostgreSQL: set synchronous_commit there instead.',
    { GRAMME_DURABILITY: 'relaxed' },
  )
  check(
    'start --read-pool 3',
    '--read-pool cannot be used with LMDB: only PostgreSQL has connection pools.',
  )
  check(
    'start --in-memory --write-pool 3',
    '--write-pool cannot be used with the memory engine: only PostgreSQL has connection pools.',
  )
  check(
    `start --engine ${postgres} --write-pool 1001`,
    "--write-pool must be a whole number from 1 to 1000, not '1001'.",
  )
  for (const wrong of ['sqlite', 'postgres', 'postgres://', 'POSTGRES']) {
    const shown = wrong.replace('://', '://…')
    check(
      `start --engine ${wrong}`,
      `--engine must be lmdb, memory or the address of a database, postgres://…, not '${shown}'.`,
    )
  }
  check(
    'start --engine postgress://user:secret@host/db',
    "--engine must be lmdb, memory or the address of a database, postgres://…, not 'postgress://…'.",
  )
  const mistyped = [
    ['postgres//user:secret@host/db', 'postgres…'],
    ['postgres:/user:secret@host/db', 'postgres…'],
    ['postgresql:user:secret@host/db', 'postgresql…'],
    ['user:secret@host/db', '…'],
    ['password=secret', '…'],
    ['user:secret@postgres://host/db', '…'],
  ] as const
  for (const [wrong, shown] of mistyped) {
    check(
      `start --engine ${wrong}`,
      `--engine must be lmdb, memory or the address of a database, postgres://…, not '${shown}'.`,
    )
  }
})
