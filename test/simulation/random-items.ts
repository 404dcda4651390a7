/** Random values and items: few names and few values, so that conditions often match. */
import { below, oneOf, someOf, type Chance } from '../support/chance.js'
import type { Document, Value } from './values.js'

/** The last two are names that every JavaScript object has. */
export const attributeNames = ['a', 'b', 'c', 'text', 'count', 'constructor', '__proto__']

const strings = ['', 'a', 'ab', 'abc', 'b', 'é', '～', '😀', 'a😀b']
const binaries = [[], [0], [0, 255], [127], [128], [1, 2, 3]].map((bytes) =>
  Buffer.from(bytes).toString('base64'),
)
const depthMax = 2

export function randomNumber(chance: Chance): string {
  const number = (below(chance, 41) - 20) / 4
  // Numbers can be written in more than one way.
  return chance() < 0.2 ? `${number * 10}e-1` : String(number)
}

export const randomString = (chance: Chance): string => oneOf(chance, strings)
export const randomBinary = (chance: Chance): string => oneOf(chance, binaries)

/** A value that has an order. */
export function randomScalar(chance: Chance): Value {
  return oneOf<(chance: Chance) => Value>(chance, [
    (by) => ({ S: randomString(by) }),
    (by) => ({ N: randomNumber(by) }),
    (by) => ({ B: randomBinary(by) }),
  ])(chance)
}

export function randomSet(chance: Chance): Value {
  const count = 1 + below(chance, 3)
  return oneOf<() => Value>(chance, [
    () => ({ SS: someOf(chance, strings.slice(1), count) }),
    () => ({ NS: someOf(chance, ['-1', '0', '0.25', '1', '2', '10'], count) }),
    () => ({ BS: someOf(chance, binaries.slice(1), count) }),
  ])()
}

export function randomValue(chance: Chance, depth = 0): Value {
  const deeper = depth < depthMax
  return oneOf<() => Value>(chance, [
    () => randomScalar(chance),
    () => randomScalar(chance),
    () => randomSet(chance),
    () => ({ BOOL: chance() < 0.5 }),
    () => ({ NULL: true }),
    () => (deeper ? randomList(chance, depth) : randomScalar(chance)),
    () => (deeper ? { M: randomDocument(chance, depth + 1) } : randomScalar(chance)),
  ])()
}

function randomList(chance: Chance, depth: number): Value {
  return { L: Array.from({ length: below(chance, 4) }, () => randomValue(chance, depth + 1)) }
}

/** Some of the attributes, each with any value. */
export function randomDocument(chance: Chance, depth = 0): Document {
  const names = someOf(chance, attributeNames, below(chance, attributeNames.length + 1))
  // Entries rather than assignments: `__proto__` is a name like any other.
  return Object.fromEntries(names.map((name) => [name, randomValue(chance, depth)]))
}

export function randomPath(chance: Chance): readonly (string | number)[] {
  const path: (string | number)[] = [oneOf(chance, attributeNames)]
  while (path.length <= depthMax && chance() < 0.3) {
    path.push(chance() < 0.5 ? oneOf(chance, attributeNames) : below(chance, 3))
  }
  return path
}
