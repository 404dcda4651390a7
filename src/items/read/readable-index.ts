/** Whether an index can be read: only once it holds every item it should. */
import { validation } from '../../model/errors.js'
import type { IndexDefinition } from '../../model/table.js'

export function requireReadableIndex({ name, build }: IndexDefinition): void {
  if (build === undefined) return
  throw validation(`Cannot read from backfilling global secondary index: ${name}`)
}
