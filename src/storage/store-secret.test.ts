import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestEngine } from '../../test/support/engines.js'
import { systemRandom } from '../stdx/random.js'
import { systemSpace } from './engine.js'
import { secretKey } from './keyspace.js'
import { ensureSecret } from './store-secret.js'

describe('the secret of a database', () => {
  it('is made once and stays', async () => {
    const engine = await openTestEngine()
    const first = await ensureSecret(engine, systemRandom)
    assert.equal(first.length, 32)
    assert.deepEqual(await ensureSecret(engine, systemRandom), first)
  })

  it('is one for servers that start at the same moment', async () => {
    const engine = await openTestEngine()
    const made = await Promise.all([1, 2, 3].map(() => ensureSecret(engine, systemRandom)))
    assert.equal(new Set(made.map((secret) => secret.toString('hex'))).size, 1)
  })

  it('differs between databases', async () => {
    const [one, other] = await Promise.all(
      [await openTestEngine(), await openTestEngine()].map((engine) =>
        ensureSecret(engine, systemRandom),
      ),
    )
    assert.notDeepEqual(one, other)
  })

  it('is refused in an unknown form', async () => {
    const engine = await openTestEngine()
    const key = secretKey()
    await engine.transact({
      reads: [],
      decide: () => ({
        mutations: [{ kind: 'put', space: systemSpace, key, value: Buffer.of(9, 9) }],
        result: undefined,
      }),
    })
    await assert.rejects(ensureSecret(engine, systemRandom), /secret of unknown form/)
  })
})
