import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { stored } from '../../wire-suite.js'
import { encodeAnswer } from './encode-answer.js'
import { encodeInTurns } from './encode-in-turns.js'

const kinds: readonly (readonly [string, (n: number) => unknown])[] = [
  ['stored items', (n) => stored(`{"pk":{"S":"ü${n}"}}`)],
  ['projected items', (n) => ({ pk: { S: `ü${n}` } })],
  [
    'items of both kinds and holes',
    (n) => (n % 3 === 0 ? stored('{}') : n % 3 === 1 ? {} : undefined),
  ],
]

function check(name: string, answer: unknown, inTurns: boolean): void {
  it(name, async () => {
    const encoded = encodeInTurns(answer)
    assert.equal(encoded instanceof Promise, inTurns)
    assert.equal((await encoded).toString(), encodeAnswer(answer).toString())
  })
}

describe('encodeInTurns', () => {
  check('nothing', undefined, false)
  check('no members', {}, false)
  for (const [kind, element] of kinds) {
    for (const length of [0, 1, 499, 500, 501, 1000, 1201]) {
      const Items = Array.from({ length }, (_, n) => element(n))
      const rest = { Count: length, Missing: undefined, LastEvaluatedKey: { 'a"': { S: '€' } } }
      check(`${length} ${kind}`, { Items, ...rest }, length >= 500)
      check(`${length} ${kind}, last`, { Skipped: undefined, ...rest, Items }, length >= 500)
    }
  }
})
