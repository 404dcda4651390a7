/** Random updates whose clauses do not overlap: each changes a different attribute. */
import { below, oneOf, someOf, type Chance } from '../support/chance.js'
import type { Path } from './conditions.js'
import { attributeNames, randomNumber, randomPath, randomSet, randomValue } from './random-items.js'
import type { Clause, Source } from './updates.js'

export function randomClauses(chance: Chance): readonly Clause[] {
  const names = someOf(chance, attributeNames, 1 + below(chance, 3))
  return names.map((name) => oneOf(chance, clauses)(chance, targetIn(chance, name)))
}

/** The attribute, or something one step inside it. */
function targetIn(chance: Chance, name: string): Path {
  if (chance() < 0.6) return [name]
  return [name, chance() < 0.5 ? oneOf(chance, attributeNames) : below(chance, 4)]
}

const clauses: readonly ((chance: Chance, path: Path) => Clause)[] = [
  (chance, path) => ({ kind: 'SET', path, source: oneOf(chance, sources)(chance) }),
  (chance, path) => ({ kind: 'SET', path, source: oneOf(chance, sources)(chance) }),
  (_, path) => ({ kind: 'REMOVE', path }),
  (chance, path) => ({
    kind: 'ADD',
    path,
    value: chance() < 0.5 ? { N: randomNumber(chance) } : randomSet(chance),
  }),
  (chance, path) => ({ kind: 'DELETE', path, value: randomSet(chance) }),
]

const sources: readonly ((chance: Chance) => Source)[] = [
  (chance) => ({ kind: 'value', value: randomValue(chance) }),
  (chance) => ({ kind: 'path', path: randomPath(chance) }),
  (chance) => ({ kind: 'default', path: randomPath(chance), value: randomValue(chance) }),
  (chance) => ({
    kind: 'sum',
    path: randomPath(chance),
    sign: oneOf(chance, ['+', '-']),
    by: { N: randomNumber(chance) },
  }),
  (chance) => ({
    kind: 'append',
    path: randomPath(chance),
    list: { L: [randomValue(chance)] },
  }),
]
