# Alarms, one with little and one with much to say.

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
