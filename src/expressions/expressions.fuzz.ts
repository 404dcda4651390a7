/**
 * Random sequences of tokens: every text is parsed or refused with a service error, quickly, and
 * what was parsed can be evaluated on an item and applied to it. A failure prints its seed and
 * text.
 */
import { ServiceError } from '../model/errors.js'
import type { Item } from '../model/item.js'
import { applyUpdate } from './apply-update.js'
import { holds } from './evaluate-condition.js'
import { project } from './project.js'
import { readExpressions, type ExpressionRequest } from './read-expressions.js'
import { seededRandom } from '../../test/support/seeded-random.js'

const conditionTokens = words(
  'a b m.k l[0] #n :n :s :l = <> < <= > >= ( ) , AND OR NOT BETWEEN IN size( contains( a=:n',
  'attribute_exists(a) begins_with( attribute_type( foo( name _ 7 . [ ] + é \u{1F600} "',
)
const updateTokens = words(
  'SET REMOVE ADD DELETE SET a b m.k l[0] l[9] #n :n :s :l :ss = + - ( ) , a=:n',
  'if_not_exists( list_append( size( foo( name _ 7 . [ ] AND " a.b[1].c',
)

const names = { '#n': '__proto__' }
const values = { ':n': { N: '1' }, ':s': { S: 'x' }, ':l': { L: [] }, ':ss': { SS: ['x'] } }
const items: readonly Item[] = [
  {},
  { a: { N: '5' }, b: { S: 'xy' }, m: { M: { k: { SS: ['x'] } } }, l: { L: [{ N: '1' }] } },
]

export function fuzzExpressions(seed: number, rounds: number): void {
  const random = seededRandom(seed).fraction
  for (let round = 0; round < rounds; round++) {
    const text = soup(random, round % 2 === 0 ? conditionTokens : updateTokens)
    try {
      tryAll(text)
    } catch (error) {
      throw new Error(`seed ${seed}, round ${round}, text ${JSON.stringify(text)}`, {
        cause: error,
      })
    }
  }
}

function tryAll(text: string): void {
  const start = performance.now()
  for (const kind of ['condition', 'filter', 'update', 'projection'] as const) {
    // Unused names and values are refused last, so some texts are also tried with none.
    answered(() => run({ [kind]: text, names, values }))
    answered(() => run({ [kind]: text }))
    answered(() => run({ [kind]: text, values: { ':n': values[':n'] } }))
  }
  if (performance.now() - start > 1000) throw new Error('took too long')
}

function run(request: ExpressionRequest): void {
  const { condition, filter, update, projection } = readExpressions(request)
  for (const item of items) {
    if (condition !== undefined) holds(condition, item)
    if (filter !== undefined) holds(filter, item)
    if (projection !== undefined) project(projection, item)
    if (update !== undefined) answered(() => applyUpdate(update, item))
  }
}

function answered(work: () => unknown): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
  }
}

function soup(random: () => number, tokens: readonly string[]): string {
  const length = Math.floor(random() ** 3 * 60) + 1
  const parts: string[] = []
  for (let i = 0; i < length; i++) parts.push(tokens[Math.floor(random() * tokens.length)]!)
  return parts.join(random() < 0.9 ? ' ' : '')
}

function words(...lines: readonly string[]): readonly string[] {
  return lines.join(' ').split(' ')
}
