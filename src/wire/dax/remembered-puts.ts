/**
 * AWS: DAX writes through, and an item that was put is in its cache. It is kept only if nobody else wrote the item
 * meanwhile, because then nobody knows who was last. Other writes leave the item to be read again: what they make of
 * it is not in their answers.
 */
import { rememberedKey } from '../../accelerator/remembered-key.js'
import type { Table } from '../../catalog/table.js'
import type { DaxCall } from './served-dax.js'

export interface PutSteps {
  /** Puts the item and resolves with the answer. */
  readonly put: () => Promise<Buffer>
  /** What getItem would answer from then on. */
  readonly asRead: () => Promise<Buffer>
}

export async function rememberedPut(
  { accelerator }: DaxCall,
  { table, key }: { readonly table: Table; readonly key: unknown },
  { put, asRead }: PutSteps,
): Promise<Buffer> {
  const cached = accelerator.tables.existing(table)
  const itemKey = cached && rememberedKey(table, key)
  if (cached === undefined || itemKey === undefined) return put()
  const ticket = cached.begin(itemKey)
  let remembered: string | undefined
  try {
    const answer = await put()
    remembered = (await asRead()).toString('latin1')
    return answer
  } finally {
    cached.wasWritten(ticket, remembered)
  }
}
