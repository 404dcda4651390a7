/** All pages of a Query or Scan, one after another. */
import type { Client, Json } from '../support/client.js'

export async function itemsOfAll(
  client: Client,
  operation: 'Query' | 'Scan',
  input: Json,
): Promise<readonly Json[]> {
  const items: Json[] = []
  let position: Json = {}
  for (;;) {
    const page = await client.ask(operation, { ...input, ...position })
    items.push(...((page['Items'] ?? []) as readonly Json[]))
    if (page['LastEvaluatedKey'] === undefined) return items
    position = { ExclusiveStartKey: page['LastEvaluatedKey'] }
  }
}
