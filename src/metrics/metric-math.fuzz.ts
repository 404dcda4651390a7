/**
 * Random expressions, made of what expressions are made of: each is refused in a sentence or results in series whose
 * values are numbers, within bounds. A failure prints its seed and expression.
 */
import { seededRandom, type SeededRandom } from '../../test/support/seeded-random.js'
import { MetricQueryFault, type MetricQuery } from './metric-query.js'
import { planQueries } from './query-plan.js'
import { QueryRun } from './query-run.js'
import { FixedMetrics } from './reader-suite.js'
import { parseStatistic } from './statistics.js'

const pieces =
  'a b e1 e2 1 0 -1 1e308 .5 "a" \'{AWS/DynamoDB,TableName} x\' + - * / ^ == < AND OR NOT ( ) [ ] , SUM( AVG( FILL( IF( RATE( METRICS( METRICS() SEARCH( SORT( SLICE( PERIOD( TIME_SERIES( DIFF( HOUR( REPEAT LINEAR ASC STDDEV( __proto__ constructor( ${ # \0'.split(
    ' ',
  )
const functions =
  'ABS SUM AVG MAX STDDEV RATE DIFF RUNNING_SUM CEIL LOG HOUR TIME_SERIES FIRST'.split(' ')
const operators = '+ - * / ^ < >= == AND OR'.split(' ')

const scope = { account: '000000000000', region: 'us-east-1' }
const startMs = 1_794_830_400_000
const range = { fromMs: startMs, toMs: startMs + 600_000 }
const reader = new FixedMetrics()

function metricQuery(id: string): MetricQuery {
  const series = { scope, namespace: 'AWS/DynamoDB', metric: id, dimensions: [] }
  const source = { series, statisticName: 'Sum', periodSeconds: 60, unit: undefined }
  for (let minute = 0; minute < 10; minute += id === 'a' ? 1 : 3) {
    reader.add(series, startMs + minute * 60_000, [minute - 4])
  }
  return {
    kind: 'metric',
    id,
    label: undefined,
    source: { ...source, statistic: parseStatistic('Sum')! },
  }
}

const metrics = [metricQuery('a'), metricQuery('b')]

export async function fuzzMetricMath(seed: number, rounds: number): Promise<void> {
  const random = seededRandom(seed)
  for (let round = 0; round < rounds; round++) {
    const expressions = [0, 1].map(() => (round % 2 === 0 ? anyText(random) : likely(random, 4)))
    try {
      await tryOut(expressions)
    } catch (error) {
      throw new Error(`seed ${seed}, round ${round}: ${expressions.join(' ; ')}`, { cause: error })
    }
  }
}

async function tryOut(expressions: readonly string[]): Promise<void> {
  const queries = expressions.map((expression, nth): MetricQuery => {
    const id = `e${nth + 1}`
    return { kind: 'expression', id, label: undefined, expression, periodSeconds: undefined }
  })
  try {
    const plan = planQueries([...metrics, ...queries])
    const run = await QueryRun.open({ reader, scope, plan, range, searchedSinceMs: startMs })
    for (const query of queries) {
      if (query.kind !== 'expression') continue
      for (const { values } of (await run.compute(query)).list) {
        if (values.some((value) => Math.abs(value) === Infinity))
          throw new Error('an infinite value')
      }
    }
  } catch (error) {
    if (!(error instanceof MetricQueryFault)) throw error
  }
}

function anyText(random: SeededRandom): string {
  return Array.from({ length: 1 + random.below(12) }, () => random.pick(pieces)).join(
    random.pick([' ', '']),
  )
}

/** An expression that can mostly be computed. */
function likely(random: SeededRandom, depth: number): string {
  if (depth === 0 || random.below(4) === 0) return random.pick(['a', 'b', '2', '0', 'a', 'b'])
  const inner = () => likely(random, depth - 1)
  switch (random.below(6)) {
    case 0:
      return `${random.pick(functions)}(${inner()})`
    case 1:
      return `SUM([${inner()}, ${inner()}])`
    case 2:
      return `FILL(${inner()}, ${random.pick(['0', 'REPEAT', 'LINEAR', 'a'])})`
    case 3:
      return `IF(${inner()}, ${inner()}, ${inner()})`
    default:
      return `(${inner()} ${random.pick(operators)} ${inner()})`
  }
}
