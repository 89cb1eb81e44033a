// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface IStakedToken {
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// What was put in, and what it has earned: so much per unit and second.
abstract contract Earning {
    struct Account {
        uint256 amount;
        uint256 earned;
        uint256 updatedAt;
    }

    IStakedToken public immutable rewardToken;

    constructor(IStakedToken rewardToken_) {
        rewardToken = rewardToken_;
    }

    /// `rate`: reward for one unit and one second, times 1e18.
    function _earned(Account storage account, uint256 rate) internal view returns (uint256) {
        return account.earned + account.amount * rate * (block.timestamp - account.updatedAt) / 1e18;
    }

    function _settle(Account storage account, uint256 rate) internal {
        account.earned = _earned(account, rate);
        account.updatedAt = block.timestamp;
    }

    function _pay(Account storage account, uint256 rate, address to) internal returns (uint256 reward) {
        _settle(account, rate);
        reward = account.earned;
        account.earned = 0;
        require(rewardToken.transfer(to, reward), "Earning: transfer failed");
    }
}

/// Stakes of one token, in the form of Synthetix: no token stands for what is in it.
contract StakingRewards is Earning {
    IStakedToken public immutable stakingToken;
    uint256 public immutable rate;
    mapping(address => Account) private _accounts;

    event Staked(address indexed user, uint256 amount);
    event Withdrawn(address indexed user, uint256 amount);
    event RewardPaid(address indexed user, uint256 reward);

    constructor(IStakedToken stakingToken_, IStakedToken rewardToken_, uint256 rate_) Earning(rewardToken_) {
        stakingToken = stakingToken_;
        rate = rate_;
    }

    function balanceOf(address user) external view returns (uint256) {
        return _accounts[user].amount;
    }

    function earned(address user) external view returns (uint256) {
        return _earned(_accounts[user], rate);
    }

    function stake(uint256 amount) external {
        _settle(_accounts[msg.sender], rate);
        _accounts[msg.sender].amount += amount;
        stakingToken.transferFrom(msg.sender, address(this), amount);
        emit Staked(msg.sender, amount);
    }

    function withdraw(uint256 amount) public {
        _settle(_accounts[msg.sender], rate);
        _accounts[msg.sender].amount -= amount;
        stakingToken.transfer(msg.sender, amount);
        emit Withdrawn(msg.sender, amount);
    }

    function getReward() public {
        emit RewardPaid(msg.sender, _pay(_accounts[msg.sender], rate, msg.sender));
    }

    /// Everything back, and what it has earned, in one transaction.
    function exit() external {
        withdraw(_accounts[msg.sender].amount);
        getReward();
    }
}

/// A farm of several pools' tokens, in the form of the second MasterChef.
contract Farm is Earning {
    IStakedToken[] public lpToken;
    uint256[] public rates;
    mapping(uint256 => mapping(address => Account)) private _accounts;

    event Deposit(address indexed user, uint256 indexed pid, uint256 amount, address indexed to);
    event Withdraw(address indexed user, uint256 indexed pid, uint256 amount, address indexed to);
    event Harvest(address indexed user, uint256 indexed pid, uint256 amount);

    constructor(IStakedToken rewardToken_) Earning(rewardToken_) {}

    function add(IStakedToken token, uint256 rate) external {
        lpToken.push(token);
        rates.push(rate);
    }

    function amountOf(uint256 pid, address user) external view returns (uint256) {
        return _accounts[pid][user].amount;
    }

    function pendingReward(uint256 pid, address user) external view returns (uint256) {
        return _earned(_accounts[pid][user], rates[pid]);
    }

    function deposit(uint256 pid, uint256 amount, address to) external {
        _settle(_accounts[pid][to], rates[pid]);
        _accounts[pid][to].amount += amount;
        lpToken[pid].transferFrom(msg.sender, address(this), amount);
        emit Deposit(msg.sender, pid, amount, to);
    }

    function withdraw(uint256 pid, uint256 amount, address to) external {
        _settle(_accounts[pid][msg.sender], rates[pid]);
        _accounts[pid][msg.sender].amount -= amount;
        lpToken[pid].transfer(to, amount);
        emit Withdraw(msg.sender, pid, amount, to);
    }

    function harvest(uint256 pid, address to) external {
        emit Harvest(msg.sender, pid, _pay(_accounts[pid][msg.sender], rates[pid], to));
    }
}
