/** Select: which attributes a page shows, and which parameters may be combined with it. */
import type { Select } from '../../../api/generated/dynamodb-types.js'
import type { Projection } from '../../../expressions/project.js'
import type { Selection } from '../../../items/read/select-attributes.js'
import { validation, type ServiceError } from '../../../model/errors.js'
import { unreachable } from '../../../stdx/assert.js'

export interface SelectionInput {
  readonly Select?: Select
  readonly IndexName?: string
  readonly AttributesToGet?: readonly string[]
  readonly ProjectionExpression?: string
}

/** `projection` is the parsed projection expression or list of attributes of the input. */
export function readSelection(
  input: SelectionInput,
  projection: Projection | undefined,
): Selection {
  const { Select, IndexName } = input
  if (projection !== undefined) refuseBesideNames(input)
  switch (Select) {
    case undefined:
      if (projection !== undefined) return { kind: 'paths', projection }
      return { kind: 'projected' }
    case 'SPECIFIC_ATTRIBUTES':
      if (projection !== undefined) return { kind: 'paths', projection }
      throw misuse(
        'Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES',
      )
    case 'ALL_PROJECTED_ATTRIBUTES':
      if (IndexName !== undefined) return { kind: 'projected' }
      throw misuse('ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName')
    case 'ALL_ATTRIBUTES':
      return { kind: 'all' }
    case 'COUNT':
      return { kind: 'count' }
    default:
      return unreachable(Select)
  }
}

function refuseBesideNames({ Select, ProjectionExpression }: SelectionInput): void {
  if (Select === undefined || Select === 'SPECIFIC_ATTRIBUTES') return
  const names = ProjectionExpression === undefined ? 'AttributesToGet' : 'ProjectionExpression'
  const choice = Select === 'COUNT' ? 'only the Count' : Select
  throw misuse(`Cannot specify the ${names} when choosing to get ${choice}`)
}

function misuse(sentence: string): ServiceError {
  return validation(sentence, 'select')
}
