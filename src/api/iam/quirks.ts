/** What IAM does differently from its own model. */
import type { Quirks } from '../quirks.js'

export const iamQuirks: Quirks = {
  hidesTexts: true,
  // AWS: names and paths have sentences of their own (`iam/names.ts`).
  ownPatterns: new Set([
    'accessKeyIdType',
    'existingUserNameType',
    'groupNameType',
    'instanceProfileNameType',
    'pathPrefixType',
    'pathType',
    'policyNameType',
    'policyPathType',
    'roleNameType',
    'userNameType',
  ]),
  memberOrders: {
    CreateOpenIDConnectProviderRequest: ['ClientIDList', 'ThumbprintList', 'Url'],
  },
  siteLimits: {
    // AWS: the model has a third state, which clients cannot set.
    'UpdateAccessKeyRequest.Status': { values: ['Active', 'Inactive'] },
  },
}
