/** GetInsightRuleReport: the keys that a rule of Contributor Insights has counted, in a span of time. */
import type { GetInsightRuleReportOutput } from '../../api/generated/cloudwatch-types.js'
import type { FoundRule } from '../../insights/insights.js'
import type { Contributor, KeyReport, KeyReportPeriod } from '../../insights/key-report.js'
import { contributorsDefault, contributorsMax, reportPeriodsMax } from '../../insights/limits.js'
import { ServiceError } from '../../model/errors.js'
import type { KeyAttribute } from '../../model/key-schema.js'
import { onAnything } from '../access.js'
import { operation, type OperationContext } from '../operation.js'
import { invalidCombination, invalidValue } from './errors.js'

const minuteSeconds = 60

export const getInsightRuleReport = operation('cloudwatch.GetInsightRuleReport', {
  read(input) {
    const { Period, MaxContributorCount = contributorsDefault, OrderBy = 'Sum' } = input
    if (Period < minuteSeconds || Period % minuteSeconds !== 0) {
      throw invalidValue('The parameter Period must be a multiple of 60.')
    }
    if (MaxContributorCount < 1 || MaxContributorCount > contributorsMax) {
      throw invalidValue(
        `The parameter MaxContributorCount must be between 1 and ${contributorsMax}.`,
      )
    }
    if (OrderBy !== 'Sum' && OrderBy !== 'Maximum') {
      throw invalidValue('The parameter OrderBy must be Sum or Maximum.')
    }
    const periodMs = Period * 1000
    const fromMs = Math.floor((input.StartTime * 1000) / periodMs) * periodMs
    const toMs = input.EndTime * 1000
    if (fromMs >= toMs) {
      throw invalidValue('The parameter StartTime must be less than the parameter EndTime.')
    }
    if ((toMs - fromMs) / periodMs > reportPeriodsMax) {
      throw invalidCombination(`A report has at most ${reportPeriodsMax} periods.`)
    }
    const span = { fromMs, toMs, periodMs }
    const asked = { ...span, contributorsMax: MaxContributorCount, orderBy: OrderBy } as const
    return { ruleName: input.RuleName, metrics: input.Metrics ?? [], asked }
  },

  access: () => [onAnything('cloudwatch:GetInsightRuleReport')],

  async run(ctx, { ruleName, metrics, asked }) {
    const found = await ctx.insights.findRule(ctx.caller, ruleName)
    if (found === undefined) throw ruleNotFound()
    const report = await ctx.insights.report(found, asked)
    return { output: shownReport(report, await keyLabels(ctx, found), metrics) }
  },
})

function ruleNotFound(): ServiceError {
  return new ServiceError('ResourceNotFoundException', undefined, { status: 404 })
}

/** The names of the attributes whose values the keys have. */
async function keyLabels(
  ctx: OperationContext,
  { setting, rule }: FoundRule,
): Promise<readonly string[]> {
  const table = await ctx.catalog.loadTable(ctx.caller, setting.tableName)
  if (table?.id !== setting.tableId) throw ruleNotFound()
  const { partition, sort } = table.keySchema
  const index = table.indexes.find(({ name }) => name === setting.indexName)?.keySchema
  const own = { partition: [partition], sort: sort === undefined ? [] : [sort] }
  const roles: { partition: readonly KeyAttribute[]; sort: readonly KeyAttribute[] } = index ?? own
  const isWhole = rule.kind.startsWith('SK')
  const attributes = isWhole ? [...roles.partition, ...roles.sort] : roles.partition
  return attributes.map(({ name }) => name)
}

function shownReport(
  { total, distinct, contributors, periods }: KeyReport,
  labels: readonly string[],
  metrics: readonly string[],
): GetInsightRuleReportOutput {
  return {
    KeyLabels: labels,
    AggregationStatistic: 'Sum',
    AggregateValue: total,
    ApproximateUniqueCount: distinct,
    Contributors: contributors.map(shownContributor),
    MetricDatapoints: periods.map((period) => shownPeriod(period, metrics)),
  }
}

function shownContributor({ key, total, points }: Contributor) {
  return {
    Keys: JSON.parse(key) as string[],
    ApproximateAggregateValue: total,
    Datapoints: points.map(({ atMs, value }) => ({
      Timestamp: atMs / 1000,
      ApproximateValue: value,
    })),
  }
}

/** AWS: of rules of tables, only the first two and the maximum mean something. */
function shownPeriod(
  { atMs, distinct, largest, sum }: KeyReportPeriod,
  metrics: readonly string[],
) {
  const values: Readonly<Record<string, number>> = {
    UniqueContributors: distinct,
    MaxContributorValue: largest,
    Maximum: largest,
    Sum: sum,
  }
  const asked = metrics.filter((name) => values[name] !== undefined)
  return {
    Timestamp: atMs / 1000,
    ...Object.fromEntries(asked.map((name) => [name, values[name]])),
  }
}
