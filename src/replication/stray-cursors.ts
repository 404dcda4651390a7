/** Drops cursors of tables that are not members any more: their versions are gone. */
import { systemSpace, type Engine, type Mutation } from '../storage/engine.js'
import { writeFenced, type Fence } from '../storage/fence.js'
import { allReplicaCursors, versionsOfCursor } from '../storage/replication-keys.js'
import { walkPages } from '../storage/walk.js'
import { globalTablesPage } from './limits.js'

export async function dropStrayCursors(engine: Engine, fence: Fence): Promise<void> {
  const range = { space: systemSpace, ...allReplicaCursors(), entriesMax: globalTablesPage }
  for await (const page of walkPages(engine, range)) {
    // Looked at afterwards: a space that is gone then was there before, and never comes back.
    const spaces = new Set((await engine.spaces()).map(({ space }) => space))
    const stray = page.filter(({ key }) => !spaces.has(versionsOfCursor(key)))
    await writeFenced(
      engine,
      fence,
      stray.map(({ key }): Mutation => ({ kind: 'delete', space: systemSpace, key })),
    )
  }
}
