# Who may do what with the tables: users, groups and roles, and what they are allowed.

resource "aws_iam_policy" "readers" {
  name        = "readers"
  path        = "/tables/"
  description = "Reads the orders."
  policy      = data.aws_iam_policy_document.readers.json
  tags        = { team = "orders" }
}

data "aws_iam_policy_document" "readers" {
  statement {
    sid       = "ReadOrders"
    actions   = ["dynamodb:GetItem", "dynamodb:Query"]
    resources = ["arn:aws:dynamodb:*:*:table/orders", "arn:aws:dynamodb:*:*:table/orders/index/*"]

    condition {
      test     = "ForAllValues:StringEquals"
      variable = "dynamodb:LeadingKeys"
      values   = ["$${aws:username}"]
    }
  }
}

resource "aws_iam_user" "ann" {
  name                 = "ann"
  path                 = "/people/"
  permissions_boundary = aws_iam_policy.readers.arn
  tags                 = { team = "orders", floor = "2" }
}

resource "aws_iam_access_key" "ann" {
  user   = aws_iam_user.ann.name
  status = "Inactive"
}

resource "aws_iam_user_policy" "own" {
  name   = "own"
  user   = aws_iam_user.ann.name
  policy = data.aws_iam_policy_document.readers.json
}

resource "aws_iam_user_policy_attachment" "readers" {
  user       = aws_iam_user.ann.name
  policy_arn = aws_iam_policy.readers.arn
}

resource "aws_iam_group" "staff" {
  name = "staff"
  path = "/people/"
}

resource "aws_iam_group_membership" "staff" {
  name  = "staff"
  group = aws_iam_group.staff.name
  users = [aws_iam_user.ann.name]
}

resource "aws_iam_group_policy" "own" {
  name   = "own"
  group  = aws_iam_group.staff.name
  policy = data.aws_iam_policy_document.readers.json
}

resource "aws_iam_group_policy_attachment" "managed" {
  group      = aws_iam_group.staff.name
  policy_arn = data.aws_iam_policy.managed.arn
}

data "aws_iam_policy" "managed" {
  name = "AmazonDynamoDBReadOnlyAccess"
}

data "aws_iam_policy_document" "trust" {
  statement {
    actions = ["sts:AssumeRole", "sts:TagSession"]

    principals {
      type        = "AWS"
      identifiers = [aws_iam_user.ann.arn]
    }
  }
}

resource "aws_iam_role" "report" {
  name                 = "report"
  description          = "Reports on orders."
  assume_role_policy   = data.aws_iam_policy_document.trust.json
  max_session_duration = 7200
  permissions_boundary = aws_iam_policy.readers.arn
  tags                 = { team = "orders" }
}

resource "aws_iam_role_policy" "own" {
  name   = "own"
  role   = aws_iam_role.report.id
  policy = data.aws_iam_policy_document.readers.json
}

resource "aws_iam_role_policy_attachment" "readers" {
  role       = aws_iam_role.report.name
  policy_arn = aws_iam_policy.readers.arn
}

resource "aws_iam_openid_connect_provider" "login" {
  url             = "https://login.example.com"
  client_id_list  = ["orders"]
  thumbprint_list = ["0123456789012345678901234567890123456789"]
  tags            = { team = "orders" }
}
