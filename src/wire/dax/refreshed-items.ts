/**
 * AWS: when a transaction has written, DAX reads its items again in the background, by TransactGetItems, which consumes
 * read units; then they are in the item cache. Here that is done for tables of which something is remembered.
 */
import { rememberedKey } from '../../accelerator/remembered-key.js'
import type { CachedTable } from '../../accelerator/cached-table.js'
import type { Ticket } from '../../accelerator/tickets.js'
import type { InputOf } from '../../api/services.js'
import type { Table } from '../../catalog/table.js'
import type { AttributeMap } from '../../model/attribute-value.js'
import { nextTurn, Steps } from '../../stdx/turns.js'
import { itemAnswer } from './item-answers.js'
import { encodeItemSteps } from './limits.js'
import type { DaxCall } from './served-dax.js'
import { plainItem } from './stream-items.js'

export interface WrittenItem {
  readonly table: Table
  readonly key: AttributeMap
}

interface Refreshed extends WrittenItem {
  readonly cached: CachedTable
  readonly name: string
}

/** The caller's rights decide, as for anything else. The request is not kept for it. */
export function refreshItems(
  { accelerator, lists, call, isPermitted }: DaxCall,
  written: readonly WrittenItem[],
): void {
  const items = written.flatMap(({ table, key }): readonly Refreshed[] => {
    const cached = accelerator.tables.existing(table)
    const name = cached && rememberedKey(table, key)
    return cached === undefined || name === undefined ? [] : [{ table, key, cached, name }]
  })
  if (items.length === 0) return
  const input: InputOf<'dynamodb.TransactGetItems'> = {
    TransactItems: items.map(({ table, key }) => ({ Get: { TableName: table.name, Key: key } })),
  }
  accelerator.background.begin(async () => {
    if (!(await isPermitted('dynamodb.TransactGetItems', input))) return
    const tickets = items.map(({ cached, name }) => cached.begin(name))
    let answers: readonly string[] = []
    try {
      const output = await call('dynamodb.TransactGetItems', input)
      answers = await answersOf(lists, items, output?.Responses ?? [])
    } finally {
      giveBack(items, tickets, answers)
    }
  })
}

async function answersOf(
  lists: DaxCall['lists'],
  items: readonly Refreshed[],
  responses: readonly { readonly Item?: Parameters<typeof plainItem>[0] }[],
): Promise<readonly string[]> {
  const steps = new Steps()
  const answers: string[] = []
  for (const [i, { table }] of items.entries()) {
    const item = responses[i]?.Item
    const bytes = await itemAnswer(lists, table.keySchema, item && plainItem(item))
    answers.push(bytes.toString('latin1'))
    if (steps.take(encodeItemSteps + 2 * bytes.length)) await nextTurn()
  }
  return answers
}

function giveBack(
  items: readonly Refreshed[],
  tickets: readonly Ticket[],
  answers: readonly string[],
): void {
  for (const [i, { cached }] of items.entries()) cached.wasRead(tickets[i]!, answers[i])
}
