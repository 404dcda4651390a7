/** Queries that can be answered: expressions are parsed, and all that they name is there and in no circle. */
import { MathFault } from './math/math-fault.js'
import { mathWords } from './math/math-functions.js'
import { nodesIn, type CallNode, type MathNode } from './math/math-node.js'
import { parseMath } from './math/parse-math.js'
import { parseSearch, type Search } from './math/search-terms.js'
import {
  isPeriod,
  MetricQueryFault,
  type ExpressionQuery,
  type MetricQuery,
} from './metric-query.js'
import { parseStatistic, type Statistic } from './statistics.js'

export interface QueryPlan {
  readonly queries: readonly MetricQuery[]
  readonly byId: ReadonlyMap<string, MetricQuery>
  /** Of each expression, by its id. */
  readonly trees: ReadonlyMap<string, MathNode>
  readonly searches: ReadonlyMap<CallNode, PlannedSearch>
}

export interface PlannedSearch {
  readonly search: Search
  readonly statistic: Statistic
  readonly statisticName: string
  readonly periodSeconds: number
}

const defaultSearchPeriodSeconds = 300

/** Throws `MetricQueryFault`. */
export function planQueries(queries: readonly MetricQuery[]): QueryPlan {
  const byId = new Map(queries.map((query) => [query.id, query]))
  const trees = new Map<string, MathNode>()
  const searches = new Map<CallNode, PlannedSearch>()
  for (const query of queries) {
    if (query.kind === 'metric') continue
    inExpression(query.id, () => {
      const tree = parseMath(query.expression)
      trees.set(query.id, tree)
      for (const node of nodesIn(tree)) {
        if (isSearch(node)) searches.set(node, plannedSearch(node, query))
      }
    })
  }
  const plan = { queries, byId, trees, searches }
  checkNames(plan)
  return plan
}

/** Says in which expression something is wrong. */
export function inExpression<T>(id: string, run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw toldIn(id, error)
  }
}

export function toldIn(id: string, error: unknown): unknown {
  if (!(error instanceof MathFault)) return error
  return new MetricQueryFault(`Error in expression '${id}': ${error.message}`)
}

function isSearch(node: MathNode): node is CallNode {
  return node.kind === 'call' && node.name === 'SEARCH'
}

function plannedSearch({ operands }: CallNode, { periodSeconds }: ExpressionQuery): PlannedSearch {
  const [terms, statistic, period] = operands
  const isRight =
    operands.length <= 3 &&
    terms?.kind === 'text' &&
    statistic?.kind === 'text' &&
    (period === undefined || period.kind === 'number')
  if (!isRight) throw new MathFault('SEARCH takes a text, a statistic and a period')
  const given = period?.kind === 'number' ? period.value : undefined
  const seconds = given ?? periodSeconds ?? defaultSearchPeriodSeconds
  if (!isPeriod(seconds)) throw new MathFault(`${seconds} is not a period`)
  const parsed = parseStatistic(statistic.text)
  if (parsed === undefined) throw new MathFault(`'${statistic.text}' is not a statistic`)
  return {
    search: parseSearch(terms.text),
    statistic: parsed,
    statisticName: statistic.text,
    periodSeconds: seconds,
  }
}

function checkNames({ trees, byId }: Pick<QueryPlan, 'trees' | 'byId'>): void {
  const named = new Map<string, readonly string[]>()
  for (const [id, tree] of trees) {
    const names = namesIn(tree)
    const missing = names.find((name) => !byId.has(name))
    if (missing !== undefined) throw toldIn(id, new MathFault(`ID '${missing}' not found`))
    named.set(id, names)
  }
  const done = new Set<string>()
  for (const id of trees.keys()) checkCircle(id, named, done)
}

function namesIn(tree: MathNode): readonly string[] {
  const names = new Set<string>()
  for (const node of nodesIn(tree)) {
    if (node.kind === 'name' && !mathWords.has(node.name)) names.add(node.name)
  }
  return [...names]
}

/** Follows what expressions name, without calling itself: there may be hundreds in a row. */
function checkCircle(
  first: string,
  named: ReadonlyMap<string, readonly string[]>,
  done: Set<string>,
): void {
  const path: { readonly id: string; next: number }[] = [{ id: first, next: 0 }]
  const onPath = new Set([first])
  for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
    const following = done.has(step.id) ? undefined : named.get(step.id)?.[step.next++]
    if (following === undefined) {
      done.add(step.id)
      onPath.delete(step.id)
      path.pop()
    } else if (onPath.has(following)) {
      throw toldIn(following, new MathFault('The expression depends on itself'))
    } else {
      onPath.add(following)
      path.push({ id: following, next: 0 })
    }
  }
}
