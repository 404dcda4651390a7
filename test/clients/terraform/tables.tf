# What a team might keep in Terraform: applied, planned again without a difference, and destroyed.

terraform {
  required_providers {
    aws = { source = "hashicorp/aws" }
  }
}

variable "endpoint" {
  type = string
}

# The second step, once the tables hold items and the bucket holds a file.
variable "recovers" {
  type    = bool
  default = false
}

provider "aws" {
  region                      = "eu-central-1"
  skip_credentials_validation = true
  skip_metadata_api_check     = true
  skip_requesting_account_id  = true
  s3_use_path_style           = true

  endpoints {
    appautoscaling = var.endpoint
    cloudwatch     = var.endpoint
    dax            = var.endpoint
    dynamodb       = var.endpoint
    iam            = var.endpoint
    s3             = var.endpoint
    sts            = var.endpoint
  }
}

resource "aws_dynamodb_table" "orders" {
  name             = "orders"
  billing_mode     = "PAY_PER_REQUEST"
  hash_key         = "customer"
  range_key        = "placed"
  stream_enabled   = true
  stream_view_type = "NEW_AND_OLD_IMAGES"
  table_class      = "STANDARD_INFREQUENT_ACCESS"

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

  point_in_time_recovery {
    enabled                 = true
    recovery_period_in_days = 7
  }

  ttl {
    attribute_name = "expires"
    enabled        = true
  }

  tags = {
    team = "shop"
  }
}

resource "aws_dynamodb_table" "sessions" {
  name           = "sessions"
  billing_mode   = "PROVISIONED"
  read_capacity  = 5
  write_capacity = 2
  hash_key       = "id"

  attribute {
    name = "id"
    type = "B"
  }
}
