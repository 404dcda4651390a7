/** Users, groups and roles as answers show them. */
import type {
  AccessKeyMetadata,
  AttachedPermissionsBoundary,
  Group,
  Role,
  User,
} from '../../../api/generated/iam-types.js'
import { iamArn } from '../../../iam/arns.js'
import type { AccessKey, IamGroup, IamRole, IamUser } from '../../../iam/entities.js'
import { tagsMember } from '../requests/tags.js'
import { encodedDocument } from './documents.js'
import { secondsOf } from './times.js'

/** AWS: lists show users without their tags and boundaries. */
export function listedUser(user: IamUser): User {
  return {
    Path: user.path,
    UserName: user.name,
    UserId: user.id,
    Arn: iamArn('user', user),
    CreateDate: secondsOf(user.createdAtMs),
  }
}

export function describeUser(user: IamUser): User {
  return { ...listedUser(user), ...boundaryMember(user.boundaryArn), ...tagsMember(user.tags) }
}

export function describeGroup(group: IamGroup): Group {
  return {
    Path: group.path,
    GroupName: group.name,
    GroupId: group.id,
    Arn: iamArn('group', group),
    CreateDate: secondsOf(group.createdAtMs),
  }
}

function plainRole(role: IamRole): Role {
  return {
    Path: role.path,
    RoleName: role.name,
    RoleId: role.id,
    Arn: iamArn('role', role),
    CreateDate: secondsOf(role.createdAtMs),
    AssumeRolePolicyDocument: encodedDocument(role.trustPolicy),
  }
}

/** AWS: a new role is shown without its description and the length of its sessions. */
export function describeNewRole(role: IamRole): Role {
  return { ...plainRole(role), ...boundaryMember(role.boundaryArn), ...tagsMember(role.tags) }
}

/** AWS: lists show roles without their tags and boundaries. */
export function listedRole(role: IamRole): Role {
  return {
    ...plainRole(role),
    ...descriptionMember(role),
    MaxSessionDuration: role.sessionSecondsMax,
  }
}

export function describeRole(role: IamRole): Role {
  return {
    ...listedRole(role),
    ...boundaryMember(role.boundaryArn),
    ...tagsMember(role.tags),
    RoleLastUsed: {},
  }
}

/** As the change of a role's description shows it. */
export function describeRedescribedRole(role: IamRole): Role {
  return { ...describeNewRole(role), ...descriptionMember(role) }
}

function descriptionMember({ description }: IamRole): { readonly Description?: string } {
  return description === undefined || description === '' ? {} : { Description: description }
}

interface BoundaryMember {
  readonly PermissionsBoundary?: AttachedPermissionsBoundary
}

export function boundaryMember(arn: string | undefined): BoundaryMember {
  if (arn === undefined) return {}
  // AWS: the model says `PermissionsBoundaryPolicy`, the service this.
  const type = 'Policy' as 'PermissionsBoundaryPolicy'
  return { PermissionsBoundary: { PermissionsBoundaryType: type, PermissionsBoundaryArn: arn } }
}

export function describeAccessKey(key: AccessKey): AccessKeyMetadata {
  return {
    ...(key.userName !== undefined && { UserName: key.userName }),
    AccessKeyId: key.id,
    Status: key.isActive ? 'Active' : 'Inactive',
    CreateDate: secondsOf(key.createdAtMs),
  }
}
