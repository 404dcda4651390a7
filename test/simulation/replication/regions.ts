/** Where the simulated table is. */
export const regions = ['us-east-1', 'eu-west-1', 'ap-south-1'] as const
export const TableName = 'things'
