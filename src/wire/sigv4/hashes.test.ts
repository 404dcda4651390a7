import assert from 'node:assert/strict'
import crypto, { createHash, createHmac } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { describe, it } from 'node:test'
import type * as Hashes from './hashes.js'

/** As the first versions of Node 20 have it. */
async function withoutHash(): Promise<typeof Hashes> {
  const { hash } = crypto
  Object.assign(crypto, { hash: undefined })
  syncBuiltinESMExports()
  try {
    const another: string = './hashes.js?without-hash'
    return (await import(another)) as typeof Hashes
  } finally {
    Object.assign(crypto, { hash })
    syncBuiltinESMExports()
  }
}

for (const [name, load] of [
  ['with crypto.hash', () => import('./hashes.js')],
  ['without it', withoutHash],
] as const) {
  describe(`hashes ${name}`, () => {
    it('are those of node:crypto', async () => {
      const { sha256, SigningKey, bodyHash } = await load()
      const text = 'a text that is signed'
      const expected = createHash('sha256').update(text).digest('hex')
      assert.equal(sha256(text), expected)
      assert.equal(await bodyHash(Buffer.from(text)), expected)
      const key = Buffer.alloc(32, 7)
      const signature = createHmac('sha256', key).update(text).digest('hex')
      assert.equal(new SigningKey(key).sign(text), signature)
    })
  })
}

describe('signatures', () => {
  const one = 'a'.repeat(64)
  const check = (left: string, right: string, expected: boolean): void => {
    it(`${left.slice(-3)} and ${right.slice(-3)} are ${expected ? '' : 'not '}the same`, async () => {
      const { isSameSignature } = await import('./hashes.js')
      assert.equal(isSameSignature(left, right), expected)
    })
  }
  check(one, one, true)
  check(one, `${one.slice(1)}b`, false)
  check(one, one.slice(1), false)
  check('', '', false)
  // Of a character that is not in Latin-1, only a part would be compared.
  check(`${one.slice(1)}\u0161`, one, false)
})
