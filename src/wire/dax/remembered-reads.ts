/**
 * Reads that may be answered from memory. What is found there is answered only if the caller may read it; if not,
 * the operation is called, which refuses it in its words. What is not found is read, and remembered unless it
 * was changed meanwhile.
 */
import { rememberedKey } from '../../accelerator/remembered-key.js'
import type { CachedTable, PageKind } from '../../accelerator/cached-table.js'
import type { InputOf } from '../../api/services.js'
import type { Table } from '../../catalog/table.js'
import { hotAnswerBytesMax } from './limits.js'
import type { DaxCall } from './served-dax.js'

/** What was read: the whole answer, and as much of it as others may get. */
export interface ReadAnswer {
  readonly answer: Buffer
  readonly remembered: Buffer
}

export interface ItemRead {
  readonly table: Table
  readonly input: InputOf<'dynamodb.GetItem'>
  /** Whether the same request always has the answer that is remembered. */
  readonly isPlain: boolean
}

export async function rememberedItem(
  call: DaxCall,
  { table, input, isPlain }: ItemRead,
  read: () => Promise<ReadAnswer>,
): Promise<Buffer> {
  const cached = call.accelerator.tables.of(table)
  const key = cached && rememberedKey(table, input.Key)
  if (cached === undefined || key === undefined) return (await read()).answer
  const found = cached.findItem(key)
  if (found !== undefined && (await call.isPermitted('dynamodb.GetItem', input))) {
    if (isPlain) makeHot(call, cached, key, found)
    return Buffer.from(found, 'latin1')
  }
  const ticket = cached.begin(key)
  let remembered: string | undefined
  try {
    const answered = await read()
    remembered = answered.remembered.toString('latin1')
    return answered.answer
  } finally {
    cached.wasRead(ticket, remembered)
  }
}

/** From now on the same bytes are answered without being read. */
function makeHot(
  { answers, bytes }: DaxCall,
  cached: CachedTable,
  key: string,
  found: string,
): void {
  if (answers === undefined || found.length > hotAnswerBytesMax) return
  cached.alias(key, { answers, request: bytes.toString('latin1') })
}

export interface PageRead {
  readonly table: Table
  readonly kind: PageKind
  readonly input: InputOf<'dynamodb.Query'> & InputOf<'dynamodb.Scan'>
  /** The only partition whose items it can have. */
  readonly partition: string | undefined
}

export async function rememberedPage(
  call: DaxCall,
  { table, kind, input, partition }: PageRead,
  read: () => Promise<ReadAnswer>,
): Promise<Buffer> {
  const cached = call.accelerator.tables.of(table)
  if (cached === undefined) return (await read()).answer
  const request = `${kind} ${call.bytes.toString('latin1')}`
  const found = cached.findPage(kind, request)
  const id = kind === 'query' ? 'dynamodb.Query' : 'dynamodb.Scan'
  if (found !== undefined && (await call.isPermitted(id, input))) {
    return Buffer.from(found, 'latin1')
  }
  const ticket = cached.beginPage(partition)
  let remembered: string | undefined
  try {
    const answered = await read()
    remembered = answered.remembered.toString('latin1')
    return answered.answer
  } finally {
    cached.pageWasRead(ticket, request, remembered)
  }
}
