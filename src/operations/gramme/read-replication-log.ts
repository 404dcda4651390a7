/** ReadReplicationLog: changes of a member of a global table, for one in another deployment. */
import { operation } from '../operation.js'
import { readingReplica, memberReader, requireSource } from './read-by-replica.js'
import { describeLogged } from './replicated-changes.js'

export const readReplicationLog = operation('gramme.ReadReplicationLog', {
  read: (input) => ({
    ...memberReader(input),
    position: { lane: input.Lane, next: input.Next },
    bounds: { entriesMax: input.EntriesMax, bytesMax: input.BytesMax },
  }),

  access: (ctx, reader) => readingReplica(ctx, reader),

  async run(ctx, { position, bounds, ...reader }) {
    const changes = await (await requireSource(ctx, reader)).changes(position, bounds)
    return { output: { Changes: changes.map(describeLogged) } }
  },
})
