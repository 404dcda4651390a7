import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { MemoryObjectStore } from '../objects/memory-store.js'
import { systemClock } from '../stdx/clock.js'
import { StorageError, StoreUnusable } from '../storage/errors.js'
import {
  callHeaders,
  Gate,
  keptLog,
  service,
  testDispatcher,
  type LogLine,
} from '../wire/wire-suite.js'
import { GrammeServer, type OpenDatabase } from './gramme-server.js'
import type { GrammeOptions } from './gramme-options.js'
import { readOptions, type Settings } from './options.js'
import { type Patience, untilAvailable } from './patience.js'

interface Opened {
  readonly events: string[]
  readonly open: OpenDatabase
}

function database(gate?: Gate): Opened {
  const events: string[] = []
  const open = async () => {
    events.push('open')
    const close = async () => void events.push('close')
    const ping = async () => undefined
    const lost = new Promise<void>(() => undefined)
    const abandon = () => void events.push('abandon')
    const reload = async () => undefined
    const objects = new MemoryObjectStore(systemClock)
    const dispatcher = testDispatcher(gate)
    return { engineName: 'test', dispatcher, objects, ping, lost, reload, close, abandon }
  }
  return { events, open }
}

function server(open: OpenDatabase, options: GrammeOptions = {}): GrammeServer {
  return new GrammeServer(readOptions({ port: 0, ...options }), open, keptLog())
}

function call(operation: string, body: string): RequestInit {
  const headers = { ...callHeaders, 'x-amz-target': `${service}.${operation}` }
  return { method: 'POST', headers, body }
}

describe('a server', () => {
  it('listens, returns its address, and stops', async () => {
    const { events, open } = database()
    const gramme = server(open)
    assert.throws(() => gramme.address, /not listening/)
    await gramme.start()
    const { host, port, url } = gramme.address
    assert.deepEqual([host, url], ['127.0.0.1', `http://127.0.0.1:${port}`])
    assert.equal(gramme.engine, 'test')
    assert.equal((await fetch(url)).status, 200)
    await gramme.stop()
    await assert.rejects(fetch(url))
    assert.throws(() => gramme.address, /not listening/)
    assert.deepEqual(events, ['open', 'close'])
  })

  it('can be started again, but not twice', async () => {
    const { events, open } = database()
    const gramme = server(open)
    await gramme.start()
    await assert.rejects(gramme.start(), /already started/)
    await gramme.stop()
    await gramme.start()
    assert.equal((await fetch(gramme.address.url)).status, 200)
    await gramme.stop()
    assert.deepEqual(events, ['open', 'close', 'open', 'close'])
  })

  it('stops once, however often it is asked', async () => {
    const { events, open } = database()
    const gramme = server(open)
    await gramme.stop()
    const started = gramme.start()
    await Promise.all([gramme.stop(), gramme.stop()])
    await started
    await gramme.stop()
    assert.deepEqual(events, ['open', 'close'])
  })

  it('is stopped by the end of its scope', async () => {
    const { events, open } = database()
    {
      await using gramme = server(open)
      await gramme.start({ listen: false })
    }
    assert.deepEqual(events, ['open', 'close'])
  })
})

describe('a start that fails', () => {
  it('does not touch the data if the port is in use', async () => {
    const first = server(database().open)
    await first.start()
    const { events, open } = database()
    const second = server(open, { port: first.address.port })
    await assert.rejects(second.start(), {
      name: 'CannotStart',
      message: `Port ${first.address.port} on 127.0.0.1 is already in use.`,
    })
    assert.deepEqual(events, [])
    await first.stop()
    await second.start()
    await second.stop()
  })

  it('releases the port if the data cannot be opened', async () => {
    const first = server(database().open)
    await first.start()
    const { port } = first.address
    await first.stop()
    const sentence = 'The data folder /x is in use.'
    const second = server(async () => Promise.reject(new StoreUnusable(sentence)), { port })
    await assert.rejects(second.start(), { name: 'CannotStart', message: sentence })
    await first.start()
    await first.stop()
    const third = server(database().open, { port })
    await third.start()
    await third.stop()
  })

  it('says what went wrong, whatever it was', async () => {
    const broken = server(async () => Promise.reject(new Error('no such thing.')))
    await assert.rejects(broken.start(), {
      message: 'The database cannot be opened: no such thing.',
    })
  })
})

describe('a server whose database is absent', () => {
  /** A database that is absent until the test makes it appear. */
  function absent() {
    const log: LogLine[] = []
    const { events, open } = database()
    let there = false
    const attempt = async () => {
      if (!there) throw new StorageError('unavailable', 'connection refused')
      return open({} as Settings, {} as Patience)
    }
    const patient: OpenDatabase = (_, patience) => untilAvailable(attempt, patience)
    const gramme = new GrammeServer(readOptions({ port: 0 }), patient, keptLog(log))
    return { gramme, events, log, appear: () => (there = true) }
  }

  async function waiting(gramme: GrammeServer): Promise<string> {
    for (;;) {
      await nextTurn()
      try {
        const { url } = gramme.address
        const { status } = (await (await fetch(`${url}/health`)).json()) as { status: string }
        if (status.startsWith('waiting')) return url
      } catch (error) {
        assert.match(String(error), /not listening/)
      }
    }
  }

  it('listens, refuses calls so that clients retry them, and serves once it is present', async () => {
    const { gramme, log, appear } = absent()
    const started = gramme.start()
    const url = await waiting(gramme)
    const refused = await fetch(url, call('ListTables', '{}'))
    assert.equal(refused.status, 503)
    assert.deepEqual(await refused.json(), {
      __type: 'com.amazon.coral.service#ServiceUnavailable',
    })
    const health = await fetch(`${url}/health`)
    assert.equal(health.status, 503)
    appear()
    await started
    assert.equal((await fetch(url, call('Echo', '{}'))).status, 200)
    assert.equal((await fetch(`${url}/health`)).status, 200)
    const warnings = log.filter(({ level }) => level === 'warn').map(({ text }) => text)
    assert.deepEqual(warnings, ['waiting for the database', 'the database is there'])
    await gramme.stop()
  })

  it('is stopped while it waits, and can be started again', async () => {
    const { gramme, events, appear } = absent()
    const started = gramme.start()
    const url = await waiting(gramme)
    const failed = assert.rejects(started, {
      name: 'CannotStart',
      message: 'The server was stopped while it waited for its database.',
    })
    await gramme.stop()
    await failed
    await assert.rejects(fetch(url))
    appear()
    await gramme.start()
    await gramme.stop()
    assert.deepEqual(events, ['open', 'close'])
  })

  it('does not wait for an attempt that hangs, and closes what it may still open', async () => {
    const gate = new Gate()
    const { events, open } = database()
    const slow = async () => (await gate.pass(), open({} as Settings, {} as Patience))
    const gramme = server((_, patience) => untilAvailable(slow, patience))
    const failed = assert.rejects(gramme.start(), { name: 'CannotStart' })
    await gate.reached
    await Promise.all([gramme.stop(), failed])
    gate.open()
    while (events.length < 2) await nextTurn()
    assert.deepEqual(events, ['open', 'close'])
  })

  it('gives up on a database that it could never use', async () => {
    const unusable = async () => Promise.reject(new StoreUnusable('Not ours.'))
    const gramme = server((_, patience) => untilAvailable(unusable, patience))
    await assert.rejects(gramme.start(), { name: 'CannotStart', message: 'Not ours.' })
  })
})

describe('fetch', () => {
  it('answers without listening', async () => {
    const gramme = server(database().open)
    await assert.rejects(gramme.fetch('/'), /not started/)
    await gramme.start({ listen: false })
    assert.throws(() => gramme.address, /not listening/)
    assert.equal(
      await (await gramme.fetch('/')).text(),
      'healthy: dynamodb.us-east-1.amazonaws.com ',
    )
    const answer = await gramme.fetch(new URL('http://any.host/'), call('Echo', '{"a":1}'))
    assert.equal(answer.status, 200)
    assert.deepEqual(((await answer.json()) as { input: unknown }).input, { a: 1 })
    const wrong = await gramme.fetch(new Request('http://x/', call('Fail', '{"as":"validation"}')))
    assert.equal(wrong.status, 400)
    assert.match(wrong.headers.get('x-amzn-requestid')!, /^[A-Z0-9]{52}$/)
    await gramme.stop()
  })

  it('is never compressed', async () => {
    const gramme = server(database().open)
    await gramme.start({ listen: false })
    const init = call('Repeat', '{"count":9000}')
    const headers = { ...init.headers, 'accept-encoding': 'gzip' }
    const answer = await gramme.fetch('/', { ...init, headers })
    assert.equal(answer.headers.get('content-encoding'), null)
    assert.equal((await answer.text()).length, 9011)
    await gramme.stop()
  })

  it('refuses a body over the limit', async () => {
    const gramme = server(database().open)
    await gramme.start({ listen: false })
    const answer = await gramme.fetch('/', call('Echo', ' '.repeat(16 * 1024 * 1024 + 1)))
    assert.deepEqual([answer.status, await answer.text()], [413, ''])
    await gramme.stop()
  })

  it('is waited for before the data is closed', async () => {
    const gate = new Gate()
    const { events, open } = database(gate)
    const gramme = server(open)
    await gramme.start({ listen: false })
    const answer = gramme.fetch('/', call('Slow', '1')).then(() => events.push('answered'))
    await gate.reached
    const stopped = gramme.stop()
    await assert.rejects(gramme.fetch('/'), /not started/)
    gate.open()
    await Promise.all([answer, stopped])
    assert.deepEqual(events, ['open', 'answered', 'close'])
  })
})

describe('options', () => {
  const check = (options: object, expected: string): void => {
    it(expected, () =>
      assert.throws(() => readOptions(options), { name: 'TypeError', message: expected }),
    )
  }
  check({ port: -1 }, 'port must be a whole number from 0 to 65535, not -1.')
  check({ port: '80' }, 'port must be a whole number from 0 to 65535, not 80.')
  check({ host: '' }, 'host must name an address, not .')
  check({ inMemory: 1 }, 'inMemory must be true or false, not 1.')
  check({ durability: 'some' }, 'durability must be durable or relaxed, not some.')
  check(
    { engine: 'pg://u:p@h/d' },
    'engine must be lmdb, memory or the address of a database, postgres://…, not pg://….',
  )
  check({ engine: 'postgres://h/d', inMemory: true }, 'inMemory and engine name different engines.')
  check(
    { engine: 'postgres://h/d', dataDir: 'd' },
    'dataDir cannot be used with PostgreSQL: the data is in the database.',
  )
  check({ readPool: 1 }, 'readPool cannot be used with LMDB: only PostgreSQL has connection pools.')
  check({ prot: 1 }, 'Gramme has no option called prot.')
  check({ toString: 1 }, 'Gramme has no option called toString.')
})
