/** The role that a request wants, and a session of it. */
import { roleArn } from '../../iam/identities.js'
import type { IamRole } from '../../iam/entities.js'
import type { Identity } from '../../model/caller.js'
import { validation } from '../../model/errors.js'
import type { OperationContext } from '../operation.js'

export interface RequestedRole {
  readonly arn: string
  readonly account: string
  /** Undefined if the ARN is not one of a role. */
  readonly name: string | undefined
}

const iamArn = /^arn:[\w-]+:iam::([^:]*):(.+)$/
const rolePath = /^role\/(?:.*\/)?([^/]+)$/

/** Whether there is such a role is not told here. */
export function readRoleArn(arn: string): RequestedRole {
  const [, account, resource] = iamArn.exec(arn) ?? []
  if (account === undefined || resource === undefined) throw validation(`${arn} is invalid`)
  if (!/^\d{12}$/.test(account)) throw validation('Request ARN is invalid')
  return { arn, account, name: rolePath.exec(resource)?.[1] }
}

/** AWS: the path belongs to the ARN; a role is not found by its name alone. */
export async function findRole(
  { iam }: Pick<OperationContext, 'iam'>,
  { arn, account, name }: RequestedRole,
): Promise<IamRole | undefined> {
  if (name === undefined) return undefined
  const role = await iam.find({ kind: 'role', account, name })
  return role !== undefined && roleArn(role) === arn ? role : undefined
}

/** AWS: the ARN of a session does not show the role's path. */
export function roleSessionIdentity(role: IamRole, sessionName: string): Identity {
  const { account, name, id } = role
  return {
    kind: 'role',
    account,
    arn: `arn:aws:sts::${account}:assumed-role/${name}/${sessionName}`,
    principalArn: roleArn(role),
    userId: `${id}:${sessionName}`,
    principalId: id,
    name,
  }
}

const defaultSessionSeconds = 3600

/** AWS: an hour unless more is asked for and the role allows it. */
export function sessionSeconds(asked: number | undefined, { sessionSecondsMax }: IamRole): number {
  const seconds = asked ?? defaultSessionSeconds
  if (seconds <= sessionSecondsMax) return seconds
  throw validation(
    'The requested DurationSeconds exceeds the MaxSessionDuration set for this role.',
  )
}
