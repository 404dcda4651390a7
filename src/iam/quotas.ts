/** AWS's quotas of an account, its principals and its policies. */
export const usersMax = 5000
export const groupsMax = 300
export const rolesMax = 1000
export const customerPoliciesMax = 1500
export const identityProvidersMax = 100
export const groupsPerUserMax = 10
export const accessKeysPerUserMax = 2
export const attachedPoliciesMax = 10
export const iamTagsMax = 50
export const policyVersionsMax = 5
export const providerThumbprintsMax = 4
export const providerClientIdsMax = 100

/** In characters, without blanks; inline policies of one principal count together. */
export const managedPolicySizeMax = 6144
export const trustPolicySizeMax = 2048
export const inlinePolicySizeMax = { user: 2048, group: 5120, role: 10240 } as const

/** How many entities a list reads at once. */
export const iamPageEntries = 100
/** How many entities a page of an answer has if the request does not say. */
export const iamAnswerEntries = 100
export const roleSessionSecondsUsual = 3600
