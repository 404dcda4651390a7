import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seededRandom } from '../../test/support/seeded-random.js'
import { includesText, PartsSearch } from './text-search.js'

function check(text: string, parts: readonly string[]): void {
  const search = new PartsSearch(parts)
  for (const part of parts) {
    const expected = text.includes(part)
    const shown = JSON.stringify([text.slice(0, 60), part.slice(0, 60)])
    assert.equal(includesText(text, part), expected, `alone: ${shown}`)
    assert.equal(search.isIn(text, part), expected, `together: ${shown}`)
  }
}

const long = 'ab'.repeat(1000)

describe('searching for parts of a text', () => {
  it('finds what the language finds', () => {
    check('', ['', 'a'])
    check('banana', ['', 'a', 'an', 'ana', 'nan', 'banana', 'bananas', 'nab', 'x'])
    check('ushers', ['he', 'she', 'his', 'hers', 'rs', 'er', 'sh'])
    check('a\ud83d\ude00b', ['\ud83d\ude00', '\ud83d', '\ude00b', '\ude01'])
    check(long, [long, `${long}a`, `b${long.slice(1)}`, 'ba'.repeat(999), 'ba'.repeat(1000)])
    const half = 'a'.repeat(300)
    check(`${half}a${half}`, [`${half}b${half}`, `${half}${half}`, `b${half}`, `${half}${half}aa`])
    check(`${half}b${half}`, [`${half}b${half}`, `b${half}`, `${half}b`, `${half}a`])
  })

  it('finds it in several texts one after the other', () => {
    const search = new PartsSearch(['one', 'two', 'three', 'four'])
    const found = (text: string) =>
      ['one', 'two', 'three', 'four'].filter((part) => search.isIn(text, part))
    assert.deepEqual(found('two and one'), ['one', 'two'])
    assert.deepEqual(found('three'), ['three'])
    assert.deepEqual(found(''), [])
  })

  it('takes parts of more different characters than fit into a table', () => {
    const parts = Array.from({ length: 150 }, (_, n) =>
      String.fromCharCode(...Array.from({ length: 300 }, (_, m) => 1000 + n * 300 + m)),
    )
    check(parts.slice(0, 3).join(' '), parts)
  })

  for (let seed = 1; seed <= 200; seed++) {
    it(`agrees on random texts, seed ${seed}`, () => {
      const random = seededRandom(seed).fraction
      const letters = 'ab\u00fc\u6f22'.slice(0, 1 + Math.floor(random() * 4))
      const letter = () => letters[Math.floor(random() * letters.length)]!
      const word = (lengthMax: number) =>
        Array.from({ length: Math.floor(random() * lengthMax) }, letter).join('')
      const text = word(2000)
      const from = Math.floor(random() * text.length)
      const parts = Array.from({ length: 12 }, () => word(8))
      check(text, [...parts, word(400), text.slice(from), text.slice(from, from + 300), `${text}a`])
    })
  }
})
