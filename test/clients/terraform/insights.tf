# Contributor Insights of a table and of its index. Terraform names these by the account, which it has to ask for.

provider "aws" {
  alias                       = "of_account"
  region                      = "eu-central-1"
  skip_credentials_validation = true
  skip_metadata_api_check     = true

  endpoints {
    dynamodb = var.endpoint
    iam      = var.endpoint
    sts      = var.endpoint
  }
}

resource "aws_dynamodb_contributor_insights" "orders" {
  provider   = aws.of_account
  table_name = aws_dynamodb_table.orders.name
}

resource "aws_dynamodb_contributor_insights" "by_status" {
  provider   = aws.of_account
  table_name = aws_dynamodb_table.orders.name
  index_name = "by-status"
}
