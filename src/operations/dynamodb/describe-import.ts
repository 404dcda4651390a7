/** DescribeImport: what was asked of an import, and how it goes. */
import { parseTicketArn, placeOf } from '../../model/ticket-arn.js'
import { accessDenied, ServiceError, validation } from '../../model/errors.js'
import type { ImportDetails } from '../../transfers/import-details.js'
import { operation } from '../operation.js'
import { importDescription } from './imports/import-description.js'

export const describeImport = operation('dynamodb.DescribeImport', {
  read({ ImportArn: arn }, { caller }) {
    const parsed = parseTicketArn(arn, 'import')
    if (parsed === undefined) throw validation('Invalid Import ARN')
    const place = placeOf(caller, parsed)
    if (place === 'other region') throw importNotFound(arn)
    if (place !== 'own') throw accessDenied('Access is denied')
    return { arn, ticket: parsed.ticket, tableName: parsed.tableName }
  },

  access: (_ctx, { arn }) => [{ action: 'dynamodb:DescribeImport', resource: arn }],

  async run({ jobs, caller }, { arn, ticket, tableName }) {
    const record = await jobs.find<ImportDetails>('import', caller, ticket)
    if (record?.table.name !== tableName) throw importNotFound(arn)
    return { output: { ImportTableDescription: importDescription(record) } }
  },
})

/** AWS: its sentence was not recorded. */
function importNotFound(arn: string): ServiceError {
  return new ServiceError('ImportNotFoundException', `Import not found: ${arn}`)
}
