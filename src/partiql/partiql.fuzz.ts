/**
 * Random sequences of tokens and damaged statements: every text is read or refused with a
 * ValidationException, and what was read can be evaluated on an item and applied to it. A failure
 * prints its seed and text.
 */
import { applyUpdate } from '../expressions/apply-update.js'
import { conditionPaths } from '../expressions/condition-paths.js'
import type { Condition } from '../expressions/condition.js'
import { holds } from '../expressions/evaluate-condition.js'
import { ServiceError } from '../model/errors.js'
import type { Item } from '../model/item.js'
import { readStatement } from './read-statement.js'
import type { Statement } from './statement.js'
import { seededRandom } from '../../test/support/seeded-random.js'

const tokens = words(
  'SELECT * FROM t "t"."i" WHERE a = 1 AND OR NOT BETWEEN IN IS MISSING NULL ( ) [ ] { } << >> , . : ; ?',
  '= <> != < <= > >= + - || / % true FALSE b m.k l[0] l[-1] "q""q" \'s\' \'\' 1.5e3 .5 7. ORDER BY DESC',
  'INSERT INTO VALUE VALUES UPDATE SET REMOVE DELETE RETURNING ALL OLD NEW MODIFIED EXISTS( size( f(',
  "contains(a,'x') begins_with(b,'x') attribute_exists(m) attribute_type( list_append( set_add( ",
  '<<1,2>> [1,[2]] LIMIT AS GROUP COUNT(*) LIKE date -- /* */ é \u{1F600} " \' ` # @ \n __proto__',
)

const statements = [
  `SELECT a, m.k[1] FROM "t"."i" WHERE a = ? AND (b <> 'x' OR NOT size(m) > 2) ORDER BY a DESC, b;`,
  `SELECT * FROM t WHERE a IN [1, ?] AND b BETWEEN 'a' AND ? AND (attribute_exists(n) = flag) = true`,
  `INSERT INTO t VALUE {'a': ?, "b": [1, {'k': NULL}], c: <<'x', 'y'>>, 'd': -1.5e3}`,
  `UPDATE t SET a = a + 1 - ?, b = list_append(b, [2]) REMOVE m.k SET s = set_add(s, <<'z'>>) WHERE a = 1`,
  `FROM t WHERE a = 1 SET s = set_delete(s, ?) RETURNING MODIFIED OLD *`,
  `DELETE FROM t WHERE a = 'it''s' AND b IS NOT MISSING RETURNING ALL OLD *`,
  `EXISTS(SELECT * FROM t WHERE a = 1 AND contains(l, ?)) -- end`,
]

const parameters = [{ S: 'x' }, { N: '5' }, { SS: ['z'] }, { L: [] }, { BOOL: true }] as const
const items: readonly Item[] = [
  {},
  { a: { N: '5' }, b: { S: 'xy' }, m: { M: { k: { SS: ['x'] } } }, l: { L: [{ N: '1' }] } },
]

export function fuzzStatements(seed: number, rounds: number): void {
  const random = seededRandom(seed).fraction
  for (let round = 0; round < rounds; round++) {
    const text = round % 2 === 0 ? soup(random) : damaged(random)
    try {
      tryStatement(text)
    } catch (error) {
      const place = `seed ${seed}, round ${round}, text ${JSON.stringify(text)}`
      throw new Error(place, { cause: error })
    }
  }
}

/** Whether the statement was read; throws on any error that is not an answer. */
export function tryStatement(text: string): boolean {
  return answered(() => use(readStatement(text, parameters)))
}

function use(statement: Statement): void {
  const select = statement.kind === 'exists' ? statement.select : statement
  if ('where' in select && select.where !== undefined) useCondition(select.where)
  if (select.kind !== 'update') return
  for (const item of items) {
    answered(() => applyUpdate({ actions: select.actions, style: 'expression' }, item))
  }
}

function useCondition(condition: Condition): void {
  conditionPaths(condition)
  for (const item of items) holds(condition, item)
}

function answered(work: () => unknown): boolean {
  try {
    work()
    return true
  } catch (error) {
    if (error instanceof ServiceError && error.type === 'ValidationException') return false
    throw error
  }
}

function soup(random: () => number): string {
  const length = Math.floor(random() ** 3 * 60) + 1
  const opening = random() < 0.5 ? ['SELECT * FROM t WHERE'] : []
  const parts: string[] = [...opening]
  for (let i = 0; i < length; i++) parts.push(pick(random, tokens))
  return parts.join(random() < 0.9 ? ' ' : '')
}

/** A statement with a few pieces lost, doubled, moved or replaced. */
function damaged(random: () => number): string {
  const parts = pick(random, statements).split(/(\s+|\b)/)
  for (let faults = Math.floor(random() * 3); faults >= 0; faults--) {
    const place = Math.floor(random() * parts.length)
    const replacement = [[], [parts[place]!, parts[place]!], [pick(random, tokens)]]
    parts.splice(place, 1, ...pick(random, replacement))
  }
  return parts.join('')
}

function pick<T>(random: () => number, choices: readonly T[]): T {
  return choices[Math.floor(random() * choices.length)]!
}

function words(...lines: readonly string[]): readonly string[] {
  return lines.join(' ').split(' ')
}
