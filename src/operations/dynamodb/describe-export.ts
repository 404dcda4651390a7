/** DescribeExport: what was asked of an export, and how it goes. */
import { parseTicketArn, placeOf } from '../../model/ticket-arn.js'
import { accessDenied, ServiceError, validation } from '../../model/errors.js'
import { type ExportDetails } from '../../transfers/export-details.js'
import { operation } from '../operation.js'
import { exportDescription } from './exports/export-description.js'

export const describeExport = operation('dynamodb.DescribeExport', {
  read({ ExportArn: arn }, { caller }) {
    const parsed = parseTicketArn(arn, 'export')
    if (parsed === undefined) throw validation('Invalid Export ARN')
    const place = placeOf(caller, parsed)
    if (place === 'other region') throw exportNotFound('Invalid export arn')
    if (place !== 'own') throw accessDenied('Access is denied')
    return { arn, ticket: parsed.ticket, tableName: parsed.tableName }
  },

  access: (_ctx, { arn }) => [{ action: 'dynamodb:DescribeExport', resource: arn }],

  async run({ jobs, caller }, { arn, ticket, tableName }) {
    const record = await jobs.find<ExportDetails>('export', caller, ticket)
    if (record?.table.name !== tableName) throw exportNotFound(`Export not found: ${arn}`)
    return { output: { ExportDescription: exportDescription(record) } }
  },
})

function exportNotFound(detail: string): ServiceError {
  return new ServiceError('ExportNotFoundException', `Export not found: ${detail}`)
}
