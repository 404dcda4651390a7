/**
 * Random conditions that the service accepts: what it refuses without reading an item (an operand
 * twice, bounds in the wrong order, constants without an order) is for conformance tests.
 */
import { below, oneOf, type Chance } from '../support/chance.js'
import type { Comparator, Condition, Operand } from './conditions.js'
import {
  randomBinary,
  randomPath,
  randomScalar,
  randomString,
  randomValue,
} from './random-items.js'
import { compare, type Value } from './values.js'

const ordering: readonly Comparator[] = ['<', '<=', '>', '>=']
const types = ['S', 'N', 'B', 'BOOL', 'NULL', 'SS', 'NS', 'BS', 'L', 'M']
const depthMax = 3

export function randomCondition(chance: Chance, depth = 0): Condition {
  if (depth < depthMax && chance() < 0.4) {
    return oneOf<() => Condition>(chance, [
      () => randomJunction(chance, depth, 'and'),
      () => randomJunction(chance, depth, 'or'),
      () => ({ kind: 'not', part: withoutNot(chance, depth) }),
    ])()
  }
  return oneOf(chance, leaves)(chance)
}

/** Parts of the other kinds: `a AND (b AND c)` would be the same as `a AND b AND c`. */
function randomJunction(chance: Chance, depth: number, kind: 'and' | 'or'): Condition {
  const parts = Array.from({ length: 2 + below(chance, 2) }, () =>
    randomCondition(chance, depth + 1),
  )
  return { kind, parts: parts.flatMap((part) => (part.kind === kind ? part.parts : [part])) }
}

function withoutNot(chance: Chance, depth: number): Condition {
  const condition = randomCondition(chance, depth + 1)
  return condition.kind === 'not' ? condition.part : condition
}

const leaves: readonly ((chance: Chance) => Condition)[] = [
  (chance) => ({ kind: oneOf(chance, ['exists', 'missing']), path: randomPath(chance) }),
  (chance) => ({ kind: 'type', path: randomPath(chance), type: oneOf(chance, types) }),
  (chance) => ({
    kind: 'compare',
    by: oneOf(chance, ['=', '<>']),
    sides: distinct(chance, () => ({ kind: 'value', value: randomValue(chance) })),
  }),
  (chance) => ({
    kind: 'compare',
    by: oneOf(chance, ordering),
    sides: distinct(chance, () => ({ kind: 'value', value: randomScalar(chance) })),
  }),
  (chance) => ({
    kind: 'compare',
    by: oneOf(chance, [...ordering, '=']),
    sides: [{ kind: 'size', path: randomPath(chance) }, value({ N: String(below(chance, 4)) })],
  }),
  (chance) => ({ kind: 'between', operands: [attribute(chance), ...bounds(chance)] }),
  (chance) => ({
    kind: 'in',
    operands: [attribute(chance), ...times(1 + below(chance, 4), () => value(randomValue(chance)))],
  }),
  (chance) => ({
    kind: 'begins',
    path: randomPath(chance),
    operand: value(chance() < 0.5 ? { S: randomString(chance) } : { B: randomBinary(chance) }),
  }),
  (chance) => ({
    kind: 'contains',
    path: randomPath(chance),
    operand: value(randomScalar(chance)),
  }),
]

const value = (of: Value): Operand => ({ kind: 'value', value: of })

const attribute = (chance: Chance): Operand => ({ kind: 'path', path: randomPath(chance) })

function times<T>(count: number, make: () => T): readonly T[] {
  return Array.from({ length: count }, make)
}

/** A path and, before or after it, a constant or another path. */
function distinct(chance: Chance, constant: () => Operand): readonly Operand[] {
  const left = attribute(chance)
  const other = chance() < 0.3 ? attribute(chance) : constant()
  const right = JSON.stringify(other) === JSON.stringify(left) ? constant() : other
  return chance() < 0.2 ? [right, left] : [left, right]
}

function bounds(chance: Chance): readonly Operand[] {
  const low = randomScalar(chance)
  const high = randomScalar(chance)
  const order = compare(low, high)
  if (order === undefined) return bounds(chance)
  return (order <= 0 ? [low, high] : [high, low]).map(value)
}
