/** ImportTable: begins to make a table from the objects of a bucket. */
import { stateOf } from '../../catalog/life-cycle.js'
import { isEnded } from '../../jobs/job-record.js'
import { limitExceeded, resourceInUse, ServiceError } from '../../model/errors.js'
import { newImportDetails } from '../../transfers/import-details.js'
import { importsAtOnceMax } from '../../transfers/import-limits.js'
import { onTable, readingObjects } from '../access.js'
import { operation, type OperationContext } from '../operation.js'
import { importDescription } from './imports/import-description.js'
import { readImport } from './imports/read-import.js'
import { resolvedEncryption } from './tables/chosen-key.js'

export const importTable = operation('dynamodb.ImportTable', {
  read: readImport,

  access: (ctx, { draft, source }) => [
    onTable(ctx, 'dynamodb:ImportTable', draft.name),
    ...readingObjects(source),
  ],

  async run(ctx, wish) {
    const { account, region, name } = wish.draft
    await refuseExisting(ctx, name)
    const encryption = await resolvedEncryption(ctx, wish.draft.encryption)
    const resolved = { ...wish, draft: { ...wish.draft, encryption } }
    const record = ctx.jobs.draft({
      kind: 'import',
      table: { account, region, name },
      subject: wish.source.bucket,
      details: newImportDetails(resolved, ctx.catalog.filled.newId()),
    })
    await requireFewImports(ctx)
    // AWS: with the same token only another table is a conflict; all else is ignored.
    const token = { token: wish.clientToken, digest: name }
    const started = await ctx.jobs.start({ record, token })
    if (started.kind === 'conflict') throw conflict()
    return { output: { ImportTableDescription: importDescription(started.record) } }
  },
})

/** AWS: a name is not reserved by an import that has not made its table yet. */
async function refuseExisting(
  { catalog, caller, clock }: OperationContext,
  name: string,
): Promise<void> {
  const existing = await catalog.loadTable(caller, name)
  if (existing === undefined || stateOf(existing, clock.now()) === 'gone') return
  throw resourceInUse(`Table already exists: ${name}`)
}

async function requireFewImports({ jobs, caller }: OperationContext): Promise<void> {
  const records = await jobs.list('import', caller)
  if (records.filter((each) => !isEnded(each)).length < importsAtOnceMax) return
  throw limitExceeded(
    `Subscriber limit exceeded: Only ${importsAtOnceMax} import operations can be done simultaneously`,
  )
}

function conflict(): ServiceError {
  return new ServiceError(
    'ImportConflictException',
    'Import conflict: Duplicate request detected with conflicting parameters',
  )
}
