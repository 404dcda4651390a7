/** UpdateGlobalTable: of the version 2017.11.29, which takes no new tables and has none. */
import { validation } from '../../model/errors.js'
import { operation } from '../operation.js'
import {
  legacyTableNotFound,
  legacyVersionRefused,
  onLegacyAndTable,
} from './global-tables/legacy-version.js'

export const updateGlobalTable = operation('dynamodb.UpdateGlobalTable', {
  read({ GlobalTableName: name, ReplicaUpdates: updates }) {
    const hasCreate = updates.some(({ Create }) => Create !== undefined)
    const hasDelete = updates.some(({ Delete }) => Delete !== undefined)
    // AWS: says no more than this.
    if (!hasCreate && !hasDelete) throw validation('One or more parameter values were invalid')
    return { name, hasCreate }
  },

  access: (ctx, { name }) => onLegacyAndTable(ctx, 'dynamodb:UpdateGlobalTable', name),

  run({ caller }, { name, hasCreate }) {
    return Promise.reject(hasCreate ? legacyVersionRefused(caller) : legacyTableNotFound(name))
  },
})
