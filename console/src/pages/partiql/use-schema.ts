/** What the editor offers: every table, and of those in the text also indexes and attributes. */
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { TableFacts } from '../../code/table-facts.js'
import { useTableNames } from '../../frame/queries.js'
import { useWorkspace } from '../../frame/workspace.js'
import type { SchemaAttribute, StatementSchema } from '../../text/statement-schema.js'
import { typeOfValue, type Item } from '../../values/attribute-value.js'
import { sampledItems, sampleFreshMs } from './limits.js'
import { useFacts } from './use-plans.js'

export function useSchema(tables: readonly string[]): StatementSchema {
  const { data: names = [] } = useTableNames()
  const facts = useFacts(tables)
  const samples = useSamples([...facts.keys()])
  return useMemo(
    () => ({
      tables: names.map((name) => ({
        name,
        indexes: (facts.get(name)?.indexes ?? []).map((index) => ({
          name: index.name,
          detail: [...index.partition, ...index.sort].join(', '),
        })),
        attributes: attributesOf(facts.get(name), samples.get(name) ?? []),
      })),
    }),
    [names, facts, samples],
  )
}

/** Names come from keys and from a few items; a table that may not be read offers its keys. */
function useSamples(tables: readonly string[]): ReadonlyMap<string, readonly Item[]> {
  const { client, region, account } = useWorkspace()
  return useQueries({
    queries: tables.map((table) => ({
      queryKey: [account, region, 'partiql-sample', table],
      staleTime: sampleFreshMs,
      retry: false,
      queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
        const input = { TableName: table, Limit: sampledItems }
        const { Items = [] } = await client.call('dynamodb', 'Scan', input, { signal })
        return { table, items: Items }
      },
    })),
    combine: (answers) =>
      new Map(answers.flatMap(({ data }) => (data ? [[data.table, data.items]] : []))),
  })
}

function attributesOf(
  facts: TableFacts | undefined,
  items: readonly Item[],
): readonly SchemaAttribute[] {
  if (facts === undefined) return []
  const details = new Map<string, string>()
  for (const index of facts.indexes) {
    for (const name of [...index.partition, ...index.sort])
      details.set(name, `key of ${index.name}`)
  }
  for (const name of [...facts.partition, ...facts.sort]) details.set(name, 'key')
  for (const item of items) {
    for (const [name, value] of Object.entries(item)) {
      if (!details.has(name)) details.set(name, typeOfValue(value))
    }
  }
  return [...details].map(([name, detail]) => ({ name, detail }))
}
