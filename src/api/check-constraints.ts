/**
 * Checks a decoded input against the constraints of the model and of `constraint-rules.ts`, and
 * refuses it in one sentence that gathers what failed. After this, an input is what its generated
 * type says: required members are there, enums hold, lists and maps hold no nulls.
 *
 * Nothing here looks at tables, items or what members mean together; that is for the operation.
 */
import { validation } from '../model/errors.js'
import { constraintFailuresMax } from '../model/limits.js'
import { compileConstraints } from './compile-constraints.js'
import { newGathering, throwIfAny } from './constraint-failures.js'
import {
  failuresMax,
  resourceArnOperations,
  tableNameRules,
  usualTableNameRule,
} from './constraint-rules.js'
import type { Check } from './scalar-constraints.js'
import { requireOperation, type ServiceOperation } from './services.js'
import { leadWithTableName } from './table-name-constraint.js'

interface Leading {
  readonly TableName?: string
  readonly ResourceArn?: string
  readonly ConditionalOperator?: string
  readonly QueryFilter?: object
}

interface Constraints {
  /** Runs before all others and throws alone. False: the operation has the next word. */
  readonly lead: ((input: Leading) => boolean) | undefined
  readonly check: Check | undefined
  readonly failuresMax: number
}

const compiled = new Map<ServiceOperation, Constraints>()

export function checkConstraints(service: string, operation: string, input: unknown): void {
  const { lead, check, failuresMax } = constraintsOf(requireOperation(service, operation))
  if (lead !== undefined && !lead(input as Leading)) return
  if (check === undefined) return
  const gathering = newGathering(failuresMax)
  check(input, undefined, gathering)
  throwIfAny(gathering)
}

function constraintsOf(operation: ServiceOperation): Constraints {
  const known = compiled.get(operation)
  if (known !== undefined) return known
  const constraints = compile(operation)
  compiled.set(operation, constraints)
  return constraints
}

function compile({ name, inputShape, shapes }: ServiceOperation): Constraints {
  const tableName = tableNameRules[name] ?? usualTableNameRule
  return {
    lead: leadOf(name),
    check: compileConstraints({ shapes, tableName }, inputShape),
    failuresMax: failuresMax[name] ?? constraintFailuresMax,
  }
}

function leadOf(operation: string): Constraints['lead'] {
  if (resourceArnOperations.has(operation)) return leadWithResourceArn
  if (operation === 'Query') return leadWithConditionalOperator
  const rule = tableNameRules[operation]
  if (rule === undefined) return undefined
  return (input) => {
    leadWithTableName(input.TableName, rule)
    return true
  }
}

const arnShape = /^arn:[^:]*:[^:]*:[^:]*:[^:]*:./

/** AWS: a text that is no ARN at all is denied by the operation before other members count. */
function leadWithResourceArn({ ResourceArn }: Leading): boolean {
  if (ResourceArn === undefined) throw validation('Invalid TableArn')
  return arnShape.test(ResourceArn)
}

/** AWS: between several conditions an unknown operator is told first, alone, and as `ALL` or `OR`. */
function leadWithConditionalOperator({ ConditionalOperator, QueryFilter }: Leading): boolean {
  const known = [undefined, 'AND', 'OR'].includes(ConditionalOperator)
  if (known || Object.keys(QueryFilter ?? {}).length < 2) return true
  throw validation('Failed to satisfy constraint: Member must satisfy enum value set: [ALL, OR]')
}
