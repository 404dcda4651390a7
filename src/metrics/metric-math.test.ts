/** Metric math on series of a few minutes; `-` is a minute without a point. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { expressionDepthMax, expressionLengthMax, searchedSeriesMax } from './math/limits.js'
import { fuzzMetricMath } from './metric-math.fuzz.js'
import { MetricQueryFault, type MetricQuery } from './metric-query.js'
import { planQueries } from './query-plan.js'
import { QueryRun } from './query-run.js'
import { FixedMetrics } from './reader-suite.js'
import type { SeriesId } from './series.js'
import { parseStatistic } from './statistics.js'

const scope = { account: '000000000000', region: 'us-east-1' }
const minuteMs = 60_000
/** A Monday, 2026-11-16T12:00:00Z. */
const startMs = 1_794_830_400_000
const range = { fromMs: startMs, toMs: startMs + 5 * minuteMs }

function seriesOf(metric: string, table: string): SeriesId {
  const dimensions = [{ name: 'TableName', value: table }]
  return { scope, namespace: 'AWS/DynamoDB', metric, dimensions }
}

const rows: Readonly<Record<string, string>> = {
  a: '1 2 3 4 5',
  b: '10 - 30 - 50',
  c: '0 0 1 1 0',
  empty: '- - - - -',
  coarse: '100',
}

const reader = new FixedMetrics()
for (const [id, values] of Object.entries(rows)) {
  values.split(' ').forEach((value, minute) => {
    if (value !== '-') reader.add(seriesOf('M', id), startMs + minute * minuteMs, [Number(value)])
  })
}

function metricQuery(id: string, periodSeconds = 60): MetricQuery {
  const statistic = parseStatistic('Sum')!
  const source = {
    series: seriesOf('M', id),
    statistic,
    statisticName: 'Sum',
    periodSeconds,
    unit: undefined,
  }
  return { kind: 'metric', id, label: undefined, source }
}

const sources = Object.keys(rows).map((id) => metricQuery(id, id === 'coarse' ? 300 : 60))

function expressionQuery(id: string, expression: string): MetricQuery {
  return { kind: 'expression', id, label: undefined, expression, periodSeconds: undefined }
}

async function resultsOf(expression: string, others: readonly MetricQuery[] = sources) {
  const plan = planQueries([...others, expressionQuery('result', expression)])
  const searchedSinceMs = startMs - minuteMs
  const run = await QueryRun.open({ reader, scope, plan, range, searchedSinceMs })
  const query = plan.byId.get('result')
  assert.ok(query?.kind === 'expression')
  return { ...(await run.compute(query)), run }
}

/** Series are separated by bars, an array is in brackets. */
async function shown(expression: string): Promise<string> {
  const { list, isArray } = await resultsOf(expression)
  const texts = list.map(({ values }) =>
    [...values].map((value) => (Number.isNaN(value) ? '-' : +value.toFixed(3))).join(' '),
  )
  return isArray ? `[${texts.join(' | ')}]` : texts.join(' | ')
}

const computed: readonly (readonly [expression: string, expected: string])[] = [
  ['a', '1 2 3 4 5'],
  ['a + 1', '2 3 4 5 6'],
  ['10 - a', '9 8 7 6 5'],
  ['a + b', '11 - 33 - 55'],
  ['a * b / 10', '1 - 9 - 25'],
  ['b / a', '10 - 10 - 10'],
  ['a / c', '- - 3 4 -'],
  ['a ^ 2', '1 4 9 16 25'],
  ['a * 2 ^ 3 ^ 0', '2 4 6 8 10'],
  ['-a ^ 2', '-1 -4 -9 -16 -25'],
  ['-a * -1', '1 2 3 4 5'],
  ['a - 1 - 1', '-1 0 1 2 3'],
  ['1 + a * 2', '3 5 7 9 11'],
  ['(1 + a) * 2', '4 6 8 10 12'],
  ['a + 1.5e1', '16 17 18 19 20'],
  ['a > 3', '0 0 0 1 1'],
  ['a >= 3', '0 0 1 1 1'],
  ['a < 3', '1 1 0 0 0'],
  ['a <= 3', '1 1 1 0 0'],
  ['a == 3', '0 0 1 0 0'],
  ['a != 3', '1 1 0 1 1'],
  ['a > 1 AND a < 4', '0 1 1 0 0'],
  ['a < 2 || a > 4', '1 0 0 0 1'],
  ['a < 2 OR a > 2 && a < 4', '1 0 1 0 0'],
  ['a + SUM(a)', '16 17 18 19 20'],
  ['a - MIN(a)', '0 1 2 3 4'],
  ['a / MAX(a)', '0.2 0.4 0.6 0.8 1'],
  ['TIME_SERIES(AVG(b))', '30 30 30 30 30'],
  ['TIME_SERIES(STDDEV(a))', '1.414 1.414 1.414 1.414 1.414'],
  ['TIME_SERIES(DATAPOINT_COUNT(b))', '3 3 3 3 3'],
  ['TIME_SERIES(DATAPOINT_COUNT(empty))', '0 0 0 0 0'],
  ['TIME_SERIES(SUM(empty))', '- - - - -'],
  ['SUM([a, b])', '11 2 33 4 55'],
  ['AVG([a, b])', '5.5 2 16.5 4 27.5'],
  ['MIN([a, b])', '1 2 3 4 5'],
  ['MAX([a, b, c])', '10 2 30 4 50'],
  ['STDDEV([a, b])', '4.5 0 13.5 0 22.5'],
  ['DATAPOINT_COUNT([a, b])', '2 1 2 1 2'],
  ['SUM(METRICS("b"))', '10 - 30 - 50'],
  ['TIME_SERIES(METRIC_COUNT(METRICS()))', '5 5 5 5 5'],
  ['[a, b] + 1', '[2 3 4 5 6 | 11 - 31 - 51]'],
  ['1 + [a]', '[2 3 4 5 6]'],
  ['[a, b] * a', '[1 4 9 16 25 | 10 - 90 - 250]'],
  ['a * [a, b]', '[1 4 9 16 25 | 10 - 90 - 250]'],
  ['-[a]', '[-1 -2 -3 -4 -5]'],
  ['FILL(b, 0)', '10 0 30 0 50'],
  ['FILL(b, REPEAT)', '10 10 30 30 50'],
  ['FILL(b, LINEAR)', '10 20 30 40 50'],
  ['FILL(b, a)', '10 2 30 4 50'],
  ['FILL(empty, LINEAR)', '- - - - -'],
  ['FILL([a, b], -1)', '[1 2 3 4 5 | 10 -1 30 -1 50]'],
  ['IF(a > 2, a)', '- - 3 4 5'],
  ['IF(a > 2, a, 0)', '0 0 3 4 5'],
  ['IF(c, 1, b)', '10 - 1 1 50'],
  ['IF(b > 10, 1, 0)', '0 - 1 - 1'],
  ['IF(1, a, b)', '1 2 3 4 5'],
  ['IF(0, a)', '- - - - -'],
  ['CEIL(a / 2)', '1 1 2 2 3'],
  ['FLOOR(a / 2)', '0 1 1 2 2'],
  ['ABS(a - 3)', '2 1 0 1 2'],
  ['LOG10(b)', '1 - 1.477 - 1.699'],
  ['LOG(c)', '- - 0 0 -'],
  ['DIFF(b)', '- - 20 - 20'],
  ['DIFF_TIME(b)', '- - 120 - 120'],
  ['RATE(b)', '- - 0.167 - 0.167'],
  ['RUNNING_SUM(b)', '10 - 40 - 90'],
  ['a / PERIOD(a) * 60', '1 2 3 4 5'],
  ['TIME_SERIES(PERIOD(coarse))', '300 300 300 300 300'],
  ['MINUTE(empty)', '0 1 2 3 4'],
  ['HOUR(a)', '12 12 12 12 12'],
  ['DAY(a) * 100 + DATE(a)', '116 116 116 116 116'],
  ['YEAR(a) + MONTH(a) / 100', '2026.11 2026.11 2026.11 2026.11 2026.11'],
  ['EPOCH(a) - 1794830400', '0 60 120 180 240'],
  ['REMOVE_EMPTY([empty, a])', '[1 2 3 4 5]'],
  ['FIRST([a, b])', '1 2 3 4 5'],
  ['LAST([a, b])', '10 - 30 - 50'],
  ['SLICE([a, b, c], 1)', '[10 - 30 - 50 | 0 0 1 1 0]'],
  ['SLICE([a, b, c], 0, 1)', '[1 2 3 4 5]'],
  ['SORT([a, b, empty, c], SUM, DESC, 2)', '[10 - 30 - 50 | 1 2 3 4 5]'],
  ['SORT([a, b, empty, c], MAX, ASC)', '[- - - - - | 0 0 1 1 0 | 1 2 3 4 5 | 10 - 30 - 50]'],
  ['coarse', '100'],
  ['a + coarse', '101 - - - -'],
  [
    'SEARCH(\'{AWS/DynamoDB,TableName} MetricName="M" TableName="b"\', \'Sum\', 60)',
    '[10 - 30 - 50]',
  ],
  ["SUM(SEARCH('{AWS/DynamoDB,TableName} TableName=(a OR c)', 'Sum', 60))", '101 2 4 5 5'],
  ["SEARCH('{AWS/DynamoDB,Operation} M', 'Sum', 60)", '[]'],
  ["SEARCH('coarse NOT other', 'Maximum', 60)", '[100 - - - -]'],
]

describe('metric math', () => {
  for (const [expression, expected] of computed) {
    it(`computes ${expression}`, async () => assert.equal(await shown(expression), expected))
  }

  it('follows expressions', async () => {
    const chain = Array.from({ length: 400 }, (_, nth) =>
      expressionQuery(`e${nth}`, nth === 0 ? 'a' : `e${nth - 1} + 1`),
    )
    const { list } = await resultsOf('e399', [...sources, ...chain])
    assert.deepEqual([...list[0]!.values], [400, 401, 402, 403, 404])
  })

  it('labels what a search finds by what differs', async () => {
    const search = "SEARCH('{AWS/DynamoDB,TableName} M', 'Sum', 60)"
    const { list } = await resultsOf(search, [])
    assert.deepEqual(
      list.map(({ label }) => label),
      ['a', 'b', 'c', 'coarse'],
    )
  })
})

const refused: readonly (readonly [expression: string, message: string])[] = [
  ['a +', 'The expression is not complete'],
  ['a b', "Unexpected 'b'"],
  ['a + * b', "Unexpected '*'"],
  ['(a', 'The expression is not complete'],
  ['[a', 'The expression is not complete'],
  ['a # b', "Unexpected character '#' at position 3"],
  ["METRICS('", "Unexpected character ''' at position 9"],
  ['AND', "Unexpected 'AND'"],
  ['x', "ID 'x' not found"],
  ['constructor', "ID 'constructor' not found"],
  ['toString(a)', "Function 'toString' not found"],
  ['ANOMALY_DETECTION_BAND(a)', "Function 'ANOMALY_DETECTION_BAND' not found"],
  ['SELECT AVG(M) FROM SCHEMA("AWS/DynamoDB")', 'Metrics Insights queries are not supported'],
  ['result + 1', 'The expression depends on itself'],
  ['[a] + [b]', "Unsupported operands of '+': an array of time series and an array of time series"],
  ['"a" + 1', "Unsupported operands of '+': a text and a number"],
  ['[a, 1]', 'An array consists of time series, but there is a number'],
  ['ABS()', "Function 'ABS' does not take 0 operands"],
  ['ABS(a, b)', "Function 'ABS' does not take 2 operands"],
  ['RATE(1)', 'A time series is needed, but there is a number'],
  ['SUM(1)', 'A time series or an array of them is needed'],
  ['PERIOD(a + 1)', 'PERIOD takes a metric'],
  ['TIME_SERIES(a)', 'TIME_SERIES takes a number'],
  ['FILL(a, "x")', 'FILL takes a number, a time series, REPEAT or LINEAR'],
  ['IF([a], 1)', 'IF takes numbers and time series'],
  ['FIRST([])', 'The array has no time series'],
  ['FIRST(a)', 'An array of time series is needed, but there is a time series'],
  ['SLICE([a], -1)', 'A whole number is needed'],
  ['SORT([a], MEDIAN, ASC)', "ID 'MEDIAN' not found"],
  ['SORT([a], STDDEV, ASC)', 'SORT takes AVG, MIN, MAX or SUM'],
  ['SORT([a], SUM, REPEAT)', 'SORT takes ASC or DESC'],
  ['METRICS(a)', 'METRICS takes at most one text'],
  ["SEARCH('', 'Sum', 60)", 'SEARCH looks for nothing'],
  ["SEARCH('x', 'Sum', 61)", '61 is not a period'],
  ["SEARCH('x', 'Total')", "'Total' is not a statistic"],
  ["SEARCH('x')", 'SEARCH takes a text, a statistic and a period'],
  ["SEARCH('{,} x', 'Sum')", 'A name in the braces of SEARCH is missing'],
  ["SEARCH('x (', 'Sum')", 'SEARCH is not complete'],
  ["SEARCH('x OR )', 'Sum')", 'Unexpected ) in SEARCH'],
  [
    `${'('.repeat(expressionDepthMax)}a${')'.repeat(expressionDepthMax)}`,
    'The expression is nested too deeply',
  ],
  [
    'a'.repeat(expressionLengthMax + 1),
    `The expression is longer than ${expressionLengthMax} characters`,
  ],
]

describe('metric math refuses', () => {
  for (const [expression, message] of refused) {
    it(expression.slice(0, 60), async () => {
      await assert.rejects(shown(expression), (error) => {
        assert.ok(error instanceof MetricQueryFault, String(error))
        assert.equal(error.message, `Error in expression 'result': ${message}`)
        return true
      })
    })
  }

  it('an expression that is a number', async () => {
    await assert.rejects(shown('SUM(a)'), {
      message: "The expression 'result' must return a time series or an array of time series.",
    })
  })

  it('a circle of expressions', () => {
    const circle = [
      expressionQuery('e1', 'e2'),
      expressionQuery('e2', 'e3'),
      expressionQuery('e3', 'e1'),
    ]
    assert.throws(() => planQueries(circle), /depends on itself/)
  })

  it('more work than the limit', async () => {
    const long = { fromMs: startMs, toMs: startMs + 15 * 24 * 60 * minuteMs }
    const plan = planQueries([...sources, expressionQuery('e', `a${'+a'.repeat(500)}`)])
    const run = await QueryRun.open({ reader, scope, plan, range: long, searchedSinceMs: 0 })
    const query = plan.byId.get('e')
    assert.ok(query?.kind === 'expression')
    await assert.rejects(run.compute(query), /take too long/)
  })
})

describe('metric math allows', () => {
  it('expressions at the limits', async () => {
    const depth = expressionDepthMax - 1
    assert.equal(await shown(`${'('.repeat(depth)}a${')'.repeat(depth)}`), '1 2 3 4 5')
    const sum = `a${'+0'.repeat((expressionLengthMax - 1) / 2)}`
    assert.equal(await shown(sum.padEnd(expressionLengthMax)), '1 2 3 4 5')
  })

  it('as many series in a search as the limit, and says that there are more', async () => {
    const many = new FixedMetrics()
    for (let nth = 0; nth <= searchedSeriesMax; nth++) {
      many.add(seriesOf('Many', `t${nth}`), startMs, [1])
      if (nth < searchedSeriesMax - 1) continue
      const plan = planQueries([expressionQuery('e', "SEARCH('Many', 'Sum', 60)")])
      const run = await QueryRun.open({ reader: many, scope, plan, range, searchedSinceMs: 0 })
      const query = plan.byId.get('e')
      assert.ok(query?.kind === 'expression')
      assert.equal((await run.compute(query)).list.length, searchedSeriesMax)
      assert.equal(run.isCut, nth === searchedSeriesMax)
    }
  })
})

describe('random expressions', () => {
  it('are refused or computed', () =>
    fuzzMetricMath(Number(process.env['GRAMME_SEED'] ?? 15), 2000))
})
