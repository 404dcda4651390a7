/** More than any call of DynamoDB has, which is 16 MiB. */
export const forwardedBytesMax = 17 * 1024 * 1024
