import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { systemSpace } from './engine.js'
import { StoreUnusable } from './errors.js'
import { ensureFormat, formatRecord, getFormat, ratchet } from './format.js'
import { formatKey, nextSpaceKey } from './keyspace.js'
import { MemoryEngine } from './memory/memory-engine.js'

describe('store format', () => {
  it('marks an empty store', async () => {
    const engine = new MemoryEngine()
    await ensureFormat(engine)
    assert.deepEqual(await recordOf(engine), formatRecord())
    assert.equal(
      formatRecord().toString(),
      '{"store":1,"keyCodec":1,"itemRecord":1,"tableRecord":1,"requestToken":1,"indexCursor":1,"lease":1,"secret":1,"unfinishedCopy":1,"changeLog":1,"changeRecord":1,"stream":1,"expiryEntry":1,"kinesisDelivery":1,"trigger":1}',
    )
    await ensureFormat(engine)
  })

  it('refuses a store that it cannot read, and leaves it alone', async () => {
    const rows: [string, RegExp][] = [
      ['{"store":2}', /^The data folder x has a format .* not know \(store 2\)\.$/],
      ['{"store":1,"keyCodec":7}', /\(keyCodec 7\)/],
      ['{"store":1,"vectors":1}', /\(vectors 1\)/],
      ['{"store":1,"__proto__":1}', /not know/],
      ['{"store":"1"}', /\(store 1\)/],
      ['{}', /unreadable format record/],
      ['null', /unreadable format record/],
      ['not json', /unreadable format record/],
    ]
    for (const [record, sentence] of rows) {
      const engine = await engineWith(formatKey(), record)
      await assert.rejects(
        ensureFormat(engine, 'The data folder x'),
        (error) => error instanceof StoreUnusable && sentence.test(error.message),
        record,
      )
      assert.equal((await recordOf(engine))?.toString(), record)
    }
  })

  it('refuses data without a format record', async () => {
    const engine = await engineWith(nextSpaceKey(), '1')
    await assert.rejects(ensureFormat(engine), StoreUnusable)
    assert.equal(await recordOf(engine), undefined)
  })
})

describe('a step of the format', () => {
  const step = { record: 'tableRecord', revision: 2 }

  it('raises the mark once, and keeps what it says otherwise', async () => {
    const engine = new MemoryEngine()
    await ensureFormat(engine)
    const take = () =>
      engine.transact({
        reads: [getFormat()],
        decide([mark]) {
          const mutations = ratchet(mark, [step])
          return { mutations, result: mutations.length }
        },
      })
    assert.equal(await take(), 1)
    assert.equal(await take(), 0)
    const expected = { ...JSON.parse(formatRecord().toString()), tableRecord: 2 } as object
    assert.deepEqual(JSON.parse(String(await recordOf(engine))), expected)
    await ensureFormat(engine)
  })

  it('never lowers the mark', () => {
    const mark = Buffer.from('{"store":1,"tableRecord":3}')
    assert.deepEqual(ratchet(mark, [step]), [])
  })

  it('adds a kind of record that the store has not had', () => {
    const [put] = ratchet(Buffer.from('{"store":1}'), [{ record: 'vectors', revision: 1 }])
    assert.equal(put?.kind === 'put' && String(put.value), '{"store":1,"vectors":1}')
  })

  it('that a server does not know makes it refuse the store', async () => {
    const engine = new MemoryEngine()
    await ensureFormat(engine)
    await engine.transact({
      reads: [getFormat()],
      decide: ([mark]) => ({
        mutations: ratchet(mark, [{ record: 'vectors', revision: 1 }]),
        result: undefined,
      }),
    })
    await assert.rejects(ensureFormat(engine), /does not know \(vectors 1\)\.$/)
  })
})

async function recordOf(engine: MemoryEngine): Promise<Buffer | undefined> {
  return (await engine.read([{ kind: 'get', space: systemSpace, key: formatKey() }]))[0]
}

async function engineWith(key: Buffer, text: string): Promise<MemoryEngine> {
  const engine = new MemoryEngine()
  const mutation = { kind: 'put', space: systemSpace, key, value: Buffer.from(text) } as const
  await engine.transact({ reads: [], decide: () => ({ mutations: [mutation], result: undefined }) })
  return engine
}
