/** What a write returns of its item: as it was or as it is, all of it or only what was touched. */
import { pickPaths } from '../../expressions/project.js'
import type { DocumentPath } from '../../model/document-path.js'
import type { Item } from '../../model/item.js'
import type { ItemJson } from '../../model/item-json.js'
import type { WriteOutcome } from './write.js'

export interface WrittenImage {
  readonly extent: 'all' | 'modified'
  readonly image: 'old' | 'new'
}

/** Undefined if there is nothing to show. Whole items are returned as they are stored. */
export function writtenImage(
  { extent, image }: WrittenImage,
  { before, after }: WriteOutcome,
  touched: readonly DocumentPath[],
): Item | ItemJson | undefined {
  const stored = image === 'old' ? before : after
  if (stored === undefined || extent === 'all') return stored?.json
  const part = stored.part(touched.map(([name]) => name))
  const shown = pickPaths(part, touched)
  return Object.keys(shown).length === 0 ? undefined : shown
}
