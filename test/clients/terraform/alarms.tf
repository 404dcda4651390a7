# Alarms: one with little and one with much to say, and two on expressions.

resource "aws_cloudwatch_metric_alarm" "throttled" {
  alarm_name          = "orders are throttled"
  comparison_operator = "GreaterThanThreshold"
  evaluation_periods  = 1
  metric_name         = "ThrottledRequests"
  namespace           = "AWS/DynamoDB"
  period              = 60
  statistic           = "Sum"
  threshold           = 0
}

resource "aws_cloudwatch_metric_alarm" "slow" {
  alarm_name                            = "orders are slow"
  alarm_description                     = "the slowest percent of writes"
  comparison_operator                   = "GreaterThanOrEqualToThreshold"
  evaluation_periods                    = 5
  datapoints_to_alarm                   = 3
  metric_name                           = "SuccessfulRequestLatency"
  namespace                             = "AWS/DynamoDB"
  period                                = 300
  extended_statistic                    = "p99"
  threshold                             = 12.5
  unit                                  = "Milliseconds"
  treat_missing_data                    = "notBreaching"
  evaluate_low_sample_count_percentiles = "ignore"
  actions_enabled                       = false
  alarm_actions                         = ["arn:aws:sns:eu-central-1:000000000000:pager"]
  ok_actions                            = ["arn:aws:sns:eu-central-1:000000000000:pager"]

  dimensions = {
    TableName = aws_dynamodb_table.orders.name
    Operation = "PutItem"
  }

  tags = {
    team = "orders"
  }
}

resource "aws_cloudwatch_metric_alarm" "used" {
  alarm_name          = "much of what orders have is used"
  comparison_operator = "GreaterThanThreshold"
  evaluation_periods  = 2
  threshold           = 80

  metric_query {
    id          = "share"
    expression  = "100 * units / PERIOD(units) / provisioned"
    label       = "percent of the units"
    return_data = true
  }

  metric_query {
    id = "units"

    metric {
      metric_name = "ConsumedReadCapacityUnits"
      namespace   = "AWS/DynamoDB"
      period      = 300
      stat        = "Sum"
      unit        = "Count"

      dimensions = {
        TableName = aws_dynamodb_table.orders.name
      }
    }
  }

  metric_query {
    id = "provisioned"

    metric {
      metric_name = "ProvisionedReadCapacityUnits"
      namespace   = "AWS/DynamoDB"
      period      = 300
      stat        = "Average"

      dimensions = {
        TableName = aws_dynamodb_table.orders.name
      }
    }
  }
}

# An expression of nothing has a period of its own.
resource "aws_cloudwatch_metric_alarm" "always" {
  alarm_name          = "always"
  comparison_operator = "LessThanThreshold"
  evaluation_periods  = 1
  threshold           = 2

  metric_query {
    id          = "one"
    expression  = "TIME_SERIES(1)"
    period      = 60
    return_data = true
  }
}
