/** Random items in normal form, with all types of values and awkward names and texts. */
import type { AttributeMap, AttributeValue } from '../model/attribute-value.js'
import type { Item } from '../model/item.js'
import { normalizeNumber } from '../model/decimal.js'
import { readItem } from '../model/read-attribute-value.js'
import type { SeededRandom } from '../../test/support/seeded-random.js'

export function randomItem(random: SeededRandom): Item {
  return readItem({ pk: { S: `k${random.below(1e6)}` }, ...randomMap(random, 0) })
}

function randomMap(random: SeededRandom, level: number): AttributeMap {
  const names = Array.from({ length: random.below(6) }, () => randomName(random))
  return Object.fromEntries(names.map((name) => [name, randomValue(random, level)]))
}

function randomName(random: SeededRandom): string {
  const names = ['a', 'null', 'true', 'nan', '$7', '$a', 'a.b', "it's", '__proto__', 'Größe', '7up']
  return random.below(3) === 0 ? `n${randomText(random)}` : random.pick(names)
}

function randomValue(random: SeededRandom, level: number): AttributeValue {
  switch (random.below(level < 4 ? 10 : 8)) {
    case 0:
      return { S: randomText(random) }
    case 1:
      return { N: randomNumber(random) }
    case 2:
      return { B: randomBinary(random) }
    case 3:
      return { BOOL: random.below(2) === 0 }
    case 4:
      return { NULL: true }
    case 5:
      return { SS: distinct(random, randomText) }
    case 6:
      return { NS: distinct(random, randomNumber) }
    case 7:
      return { BS: distinct(random, randomBinary) }
    case 8:
      return { L: Array.from({ length: random.below(4) }, () => randomValue(random, level + 1)) }
    default:
      return { M: randomMap(random, level + 1) }
  }
}

function distinct(random: SeededRandom, make: (random: SeededRandom) => string): string[] {
  return [...new Set(Array.from({ length: 1 + random.below(4) }, () => make(random)))]
}

const pieces = [
  'a',
  'Z9',
  ' ',
  '"',
  "'",
  "'''",
  '\\',
  '\n',
  '\r\n',
  '\t',
  '\0',
  '\x07',
  '\x1b',
  '/*',
]
const widePieces = ['//', '{', '}}', ']', ',', ':', '::', 'é', '漢', '\u{1f600}', '\x85', '\u2028']

export function randomText(random: SeededRandom): string {
  const length = random.below(8)
  return Array.from({ length }, () => random.pick([...pieces, ...widePieces])).join('')
}

export function randomNumber(random: SeededRandom): string {
  const digits = 1 + random.below(random.below(4) === 0 ? 38 : 6)
  const coefficient = Array.from({ length: digits }, () => random.below(10)).join('')
  const exponent = random.below(3) === 0 ? random.below(200) - 120 : random.below(9) - 4
  const read = normalizeNumber(`${random.pick(['', '-'])}${coefficient}e${exponent}`)
  return 'text' in read ? read.text : '0'
}

function randomBinary(random: SeededRandom): string {
  return Buffer.from(Array.from({ length: random.below(6) }, () => random.below(256))).toString(
    'base64',
  )
}
