# Tables that are made from others, and files in a bucket.

resource "aws_dynamodb_table" "restored" {
  count                  = var.recovers ? 1 : 0
  name                   = "orders-restored"
  billing_mode           = "PAY_PER_REQUEST"
  hash_key               = "customer"
  range_key              = "placed"
  restore_source_name    = aws_dynamodb_table.orders.name
  restore_to_latest_time = true

  attribute {
    name = "customer"
    type = "S"
  }

  attribute {
    name = "placed"
    type = "N"
  }

  attribute {
    name = "status"
    type = "S"
  }

  global_secondary_index {
    name               = "by-status"
    hash_key           = "status"
    range_key          = "placed"
    projection_type    = "INCLUDE"
    non_key_attributes = ["total"]
  }

  local_secondary_index {
    name            = "status-within-customer"
    range_key       = "status"
    projection_type = "KEYS_ONLY"
  }
}

resource "aws_dynamodb_table" "imported" {
  count        = var.recovers ? 1 : 0
  name         = "imported"
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "id"

  attribute {
    name = "id"
    type = "S"
  }

  import_table {
    input_format = "CSV"

    s3_bucket_source {
      bucket     = "files"
      key_prefix = "people"
    }

    input_format_options {
      csv {
        delimiter = ";"
      }
    }
  }
}

resource "aws_dynamodb_table_export" "orders" {
  count     = var.recovers ? 1 : 0
  table_arn = aws_dynamodb_table.orders.arn
  s3_bucket = "files"
  s3_prefix = "exports"
}
