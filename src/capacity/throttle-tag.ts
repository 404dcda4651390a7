/** The tag by which a table is throttled, or is not, whatever the server does with the others. */
import type { Tag } from '../model/table.js'

export const throttleTagKey = 'gramme:throttle'

/** Undefined if the table does not say, or says neither `on` nor `off`. */
export function throttleTag(tags: readonly Tag[]): boolean | undefined {
  const value = tags.find(({ key }) => key === throttleTagKey)?.value
  if (value === 'on') return true
  return value === 'off' ? false : undefined
}
