/** CreateGlobalTable: of the version 2017.11.29, which takes no new tables. */
import { operation } from '../operation.js'
import { legacyVersionRefused, onLegacyAndTable } from './global-tables/legacy-version.js'

export const createGlobalTable = operation('dynamodb.CreateGlobalTable', {
  read: ({ GlobalTableName: name }) => name,

  access: (ctx, name) => onLegacyAndTable(ctx, 'dynamodb:CreateGlobalTable', name),

  run({ caller }) {
    return Promise.reject(legacyVersionRefused(caller))
  },
})
