/** UpdateGlobalTableSettings: of the version 2017.11.29, which has no tables. */
import { operation } from '../operation.js'
import { legacyTableNotFound, onLegacyAndTable } from './global-tables/legacy-version.js'

export const updateGlobalTableSettings = operation('dynamodb.UpdateGlobalTableSettings', {
  read: ({ GlobalTableName: name }) => name,

  access: (ctx, name) => onLegacyAndTable(ctx, 'dynamodb:UpdateGlobalTableSettings', name),

  run(_, name) {
    return Promise.reject(legacyTableNotFound(name))
  },
})
