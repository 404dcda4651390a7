/** The statements of a text, each explained by its table. */
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { explainStatement } from '../../code/explain-statement.js'
import { parameterCount, readStatement } from '../../code/read-statement.js'
import { splitStatements } from '../../code/split-statements.js'
import { beginsWrite } from '../../code/statement-conditions.js'
import { tableFacts, type TableFacts } from '../../code/table-facts.js'
import { useTableNames } from '../../frame/queries.js'
import { useWorkspace } from '../../frame/workspace.js'
import type { AttributeValue } from '../../values/attribute-value.js'
import { readParameter, type ParameterDraft } from './parameter-draft.js'
import type { StatementPlan } from './plan.js'

export function usePlans(
  text: string,
  drafts: readonly ParameterDraft[],
): readonly StatementPlan[] {
  const unexplained = useMemo(() => plansOf(text, drafts), [text, drafts])
  const facts = useFacts(unexplained.flatMap(({ table }) => table ?? []))
  return useMemo(() => unexplained.map((plan) => explained(plan, facts)), [unexplained, facts])
}

function plansOf(text: string, drafts: readonly ParameterDraft[]): readonly StatementPlan[] {
  let first = 0
  return splitStatements(text).map((part) => {
    const count = parameterCount(part.text)
    const readings = drafts.slice(first, first + count).map(readParameter)
    const at = readings.findIndex((reading) => 'fault' in reading)
    const wrong = readings[at]
    const fault =
      wrong !== undefined && 'fault' in wrong
        ? { fault: `Parameter ${first + at + 1}: ${wrong.fault}` }
        : {}
    first += count
    const values = readings.flatMap((reading) => ('value' in reading ? [reading.value] : []))
    return {
      ...part,
      ...fault,
      isWrite: beginsWrite(part.text),
      table: readStatement(part.text)?.table,
      values,
    }
  })
}

function explained(plan: StatementPlan, facts: ReadonlyMap<string, TableFacts>): StatementPlan {
  const table = facts.get(plan.table ?? '')
  const values: readonly AttributeValue[] = plan.fault === undefined ? plan.values : []
  const statement = readStatement(plan.text, values)
  if (table === undefined || statement === undefined) return plan
  return { ...plan, explanation: explainStatement(statement, table) }
}

/** Only tables that exist are asked about: names are typed letter by letter. */
export function useFacts(names: readonly string[]): ReadonlyMap<string, TableFacts> {
  const { client, region, account } = useWorkspace()
  const { data: known = [] } = useTableNames()
  const tables = [...new Set(names)].filter((name) => known.includes(name))
  return useQueries({
    queries: tables.map((table) => ({
      queryKey: [account, region, 'table', table],
      queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
        const input = { TableName: table }
        const { Table } = await client.call('dynamodb', 'DescribeTable', input, { signal })
        return Table!
      },
    })),
    combine: (answers) =>
      new Map(
        answers.flatMap(({ data }) => (data ? [[data.TableName ?? '', tableFacts(data)]] : [])),
      ),
  })
}
