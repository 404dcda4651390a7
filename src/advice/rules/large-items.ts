/** Items that come near the limit of 400 KB. */
import type { Rule } from '../advice.js'
import { nearLimitShare } from '../limits.js'
import { counted, shownBytes, shownShare } from '../show-figures.js'

export const largeItems: Rule = ({ name, sample }) => {
  if (sample === undefined || sample.nearLimit === 0) return []
  return [
    {
      rule: 'large-items',
      table: name,
      finding: `${counted(sample.nearLimit, 'item')} of ${sample.items} that were looked at ${sample.nearLimit === 1 ? 'has' : 'have'} more than ${shownShare(nearLimitShare)} of the 400 KB that an item may have; the largest has ${shownBytes(sample.largestBytes)}.`,
      action:
        'Split them, compress large attributes, or keep those in a bucket: an item that reaches the limit cannot be written any more, and each write is billed for the whole item.',
    },
  ]
}
