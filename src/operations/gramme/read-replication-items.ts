/** ReadReplicationItems: the items of a member of a global table with their versions, for a copy in another deployment. */
import { operation } from '../operation.js'
import { readingReplica, memberReader, requireSource } from './read-by-replica.js'
import { describeReplicated } from './replicated-changes.js'

export const readReplicationItems = operation('gramme.ReadReplicationItems', {
  read: (input) => ({
    ...memberReader(input),
    after: input.After === undefined ? undefined : Buffer.from(input.After, 'base64'),
    bounds: { entriesMax: input.EntriesMax, bytesMax: input.BytesMax },
  }),

  access: (ctx, reader) => readingReplica(ctx, reader),

  async run(ctx, { after, bounds, ...reader }) {
    const page = await (await requireSource(ctx, reader)).items(after, bounds)
    const output = {
      Changes: page.changes.map(describeReplicated),
      ...(page.after !== undefined && { After: page.after.toString('base64') }),
    }
    return { output }
  },
})
