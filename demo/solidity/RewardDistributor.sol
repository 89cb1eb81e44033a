// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface IRewardToken {
    function transfer(address to, uint256 value) external returns (bool);
}

/// Pays a reward token to whoever claims: so much per second since the last claim, for at most 30 days.
contract RewardDistributor {
    IRewardToken public immutable token;
    uint256 public immutable rate;
    uint256 public immutable startedAt = block.timestamp;
    mapping(address => uint256) public claimedAt;

    event RewardPaid(address indexed account, uint256 reward);

    constructor(IRewardToken token_, uint256 rate_) {
        token = token_;
        rate = rate_;
    }

    function earned(address account) public view returns (uint256) {
        uint256 since = claimedAt[account] == 0 ? startedAt : claimedAt[account];
        uint256 elapsed = block.timestamp - since;
        return (elapsed > 30 days ? 30 days : elapsed) * rate;
    }

    function claim() external {
        uint256 reward = earned(msg.sender);
        claimedAt[msg.sender] = block.timestamp;
        require(token.transfer(msg.sender, reward), "RewardDistributor: transfer failed");
        emit RewardPaid(msg.sender, reward);
    }
}
