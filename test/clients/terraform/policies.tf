# Policies of a table and of its stream, the first of which the second step changes.

resource "aws_dynamodb_resource_policy" "orders" {
  resource_arn = aws_dynamodb_table.orders.arn

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Sid       = "Readers"
      Effect    = "Allow"
      Principal = { AWS = "arn:aws:iam::111122223333:root" }
      Action    = var.recovers ? ["dynamodb:GetItem", "dynamodb:Query"] : ["dynamodb:GetItem"]
      Resource  = [aws_dynamodb_table.orders.arn, "${aws_dynamodb_table.orders.arn}/index/*"]
    }]
  })
}

resource "aws_dynamodb_resource_policy" "stream" {
  resource_arn                        = aws_dynamodb_table.orders.stream_arn
  confirm_remove_self_resource_access = false

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { AWS = "111122223333" }
      Action    = ["dynamodb:DescribeStream", "dynamodb:GetShardIterator", "dynamodb:GetRecords"]
      Resource  = aws_dynamodb_table.orders.stream_arn
    }]
  })
}
